import type { Fault } from '../fault.js';

const ingestor = 'apps/webhook-ingestor/src';
const reading = `${ingestor}/receive-webhook/read-webhook`;

export const webhookFaults: readonly Fault[] = [
  {
    id: 'webhooks/signature-over-reprinted-json',
    harm: 'a genuine webhook with an amount such as 5000.0 is refused',
    file: 'libs/provider-client/src/webhooks/webhook-signature.ts',
    find: `return verifyWebhook(rawBody, time,`,
    replacement: `return verifyWebhook(JSON.stringify(JSON.parse(rawBody.toString())), time,`,
    spec: `${reading}.spec.ts`,
    test: 'the bytes are what is signed',
  },
  {
    id: 'webhooks/empty-list-of-signatures',
    harm: 'a list without a signature in it is genuine',
    file: 'libs/jwe/src/webhook-signature.ts',
    find: `  if (members.length > SIGNATURES_MAX) return false;`,
    replacement: `  if (members.every((member) => member.length === 0)) return true;
  if (members.length > SIGNATURES_MAX) return false;`,
    spec: `${reading}.spec.ts`,
    test: 'a payout webhook signed with',
  },
  {
    id: 'webhooks/answers-kept-an-hour',
    harm: 'a request that is repeated the next day is done a second time',
    file: 'libs/queues/src/outbox-sweeper.ts',
    find: `const ANSWERS_KEPT = '15 days'`,
    replacement: `const ANSWERS_KEPT = '1 hour'`,
    spec: 'libs/testing/src/outbox.int.spec.ts',
    test: 'an answer is kept for fifteen days',
  },
  {
    id: 'webhooks/late-failure-counts',
    harm: 'an event that arrived is sent again, or given up',
    file: `${ingestor}/deliver-event/record-attempts.ts`,
    find: `
    and (r.state = 'delivered' or (d.state = 'pending' and d.attempts = r.attempts - 1))`,
    replacement: ``,
    spec: `${ingestor}/deliver-event/deliver-event.int.spec.ts`,
    test: 'a failure that is recorded late takes nothing back',
  },
];
