import type { Fault } from './fault.js';
import { clientFaults } from './planted/client.js';
import { consoleFaults } from './planted/console.js';
import { databaseFaults } from './planted/database.js';
import { dispatchFaults } from './planted/dispatch.js';
import { eventFaults } from './planted/events.js';
import { metricFaults } from './planted/metrics.js';
import { paymentFaults } from './planted/payments.js';
import { peopleFaults } from './planted/people.js';
import { providerWebhookFaults } from './planted/provider-webhooks.js';
import { reconciliationFaults } from './planted/reconciliation.js';
import { sellerPageFaults } from './planted/seller-page.js';
import { timeFaults } from './planted/time.js';
import { webhookFaults } from './planted/webhooks.js';

/** Every planted fault. Each passed all suites once. */
export const faults: readonly Fault[] = [
  ...dispatchFaults,
  ...timeFaults,
  ...reconciliationFaults,
  ...databaseFaults,
  ...webhookFaults,
  ...providerWebhookFaults,
  ...eventFaults,
  ...peopleFaults,
  ...paymentFaults,
  ...sellerPageFaults,
  ...clientFaults,
  ...consoleFaults,
  ...metricFaults,
];
