import type { Screen } from '../layout/screen.js';
import { balanceScreens } from './balances/balances.screens.js';
import { cashScreens } from './cash/cash.screens.js';
import { approvalScreens } from './approvals/approvals.screens.js';
import { meScreens } from './me/me.screens.js';
import { auditScreens } from './audit/audit.screens.js';
import { jobScreens } from './jobs/jobs.screens.js';
import { ledgerScreens } from './ledger/ledger.screens.js';
import { monthScreens } from './months/months.screens.js';
import { sendingScreens } from './sending/sending.screens.js';
import { settingScreens } from './settings/settings.screens.js';
import { sheetScreens } from './sheets/sheets.screens.js';
import { statementScreens } from './statements/statements.screens.js';
import { orderScreens } from './orders/orders.screens.js';
import { payoutScreens } from './payouts/payouts.screens.js';
import { ruleScreens } from './rules/rules.screens.js';
import { reconciliationScreens } from './reconciliation/reconciliation.screens.js';
import { runScreens } from './runs/runs.screens.js';
import { taxScreens } from './tax/tax.screens.js';
import { sellerScreens } from './sellers/sellers.screens.js';
import { thingScreens } from './things/things.screens.js';
import { todayScreens } from './today/today.screens.js';
import { webhookScreens } from './webhooks/webhooks.screens.js';

/** Every screen of the console, in the order of the navigation. */
export const screens: readonly Screen[] = [
  ...todayScreens,
  ...runScreens,
  ...payoutScreens,
  ...statementScreens,
  ...cashScreens,
  ...balanceScreens,
  ...orderScreens,
  ...sellerScreens,
  ...ruleScreens,
  ...reconciliationScreens,
  ...sheetScreens,
  ...monthScreens,
  ...taxScreens,
  ...ledgerScreens,
  ...approvalScreens,
  ...auditScreens,
  ...sendingScreens,
  ...jobScreens,
  ...webhookScreens,
  ...settingScreens,
  ...meScreens,
  ...thingScreens,
];

const anyScreen = new RegExp(`^(${screens.map(({ path }) => path.replace(/\$\w+/g, '[^/]+')).join('|')})$`);

/** Whether a screen stands at an address of the console. */
export const existsScreen = (to: string): boolean => anyScreen.test(to);
