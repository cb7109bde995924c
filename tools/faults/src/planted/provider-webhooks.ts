import type { Fault } from '../fault.js';

const room = 'apps/webhook-ingestor/src/provider-webhooks';
const reading = { spec: `${room}/provider-webhooks.int.spec.ts` };
const replaying = { file: `${room}/replay-webhook.ts`, spec: `${room}/replay-webhook.int.spec.ts` };

export const providerWebhookFaults: readonly Fault[] = [
  {
    id: 'inbox/looks-of-others',
    harm: 'a webhook waits for days, and cannot be replayed, because a deposit of its payment is due',
    file: `${room}/open-looks.ts`,
    find: `   where starts_with(o.dedupe_key, o.subject || '/look/')`,
    replacement: `   where o.subject is not null or starts_with(o.dedupe_key, o.subject || '/look/')`,
    ...reading,
    test: 'a look that another service enqueued',
  },
  {
    id: 'inbox/subject-of-another-look',
    harm: 'a webhook about a link is done although its look waits',
    file: `${room}/open-looks.ts`,
    find: `kind: 'link', `,
    replacement: `kind: 'link-order', `,
    ...reading,
    test: 'a webhook waits while its',
  },
  {
    id: 'inbox/order-of-another-payment',
    harm: 'the list of one payment leaves out the webhooks that name its order',
    file: `${room}/read-webhooks.ts`,
    find: `union all select 'order/' || p.order_id from`,
    replacement: `union all select p.order_id from`,
    ...reading,
    test: 'each filter finds what SQL finds',
  },
  {
    id: 'inbox/page-begins-with-its-cursor',
    harm: 'the last webhook of a page is the first of the next page again',
    file: `${room}/read-webhooks.ts`,
    find: `i.id < :after)`,
    replacement: `i.id <= :after)`,
    ...reading,
    test: 'pages hold each webhook once',
  },
  {
    id: 'inbox/name-of-a-buyer',
    harm: 'whoever may read operations reads names, telephone numbers and secrets of buyers',
    file: `${room}/mask-body.ts`,
    find: `return SHOWN.has(name) ? value : MASK;`,
    replacement: `return name === 'secret' ? MASK : value;`,
    ...reading,
    test: 'a list and a webhook show no personal data',
  },
  {
    id: 'inbox/replays-side-by-side',
    harm: 'two people replay a webhook at the same moment, and the trail has two decisions for one look',
    ...replaying,
    find: `where id = $1 for update'`,
    replacement: `where id = $1'`,
    test: 'of many replays at the same moment',
  },
  {
    id: 'inbox/replay-beside-an-open-look',
    harm: 'each replay of a webhook whose look waits is another request to the provider',
    ...replaying,
    find: `if (state === 'waiting')`,
    replacement: `if (String(state) === 'open')`,
    test: 'a webhook whose look is open is not replayed',
  },
  {
    id: 'inbox/replayed-and-left-alone',
    harm: 'a webhook that was replayed still says that nobody looked',
    ...replaying,
    find: `set left_alone = null, subject`,
    replacement: `set subject`,
    test: 'a webhook that came too late is replayed',
  },
];
