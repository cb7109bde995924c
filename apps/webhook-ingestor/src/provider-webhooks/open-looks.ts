import type { JobData } from '@jeongsan/messaging';
import type { Look } from '../receive-webhook/read-webhook.js';

// prettier-ignore
/** How the job of each look names what is looked at: the subject is `kind/{member of its data}`. */
export const lookSubjects = {
  'payment.observe':         { kind: 'payment', member: 'paymentKey' },
  'payment-order.observe':   { kind: 'order',   member: 'orderId' },
  'payment-cancel.find':     { kind: 'cancel',  member: 'transactionKey' },
  'link-order.observe':      { kind: 'link',    member: 'orderKey' },
  'ars-reservation.observe': { kind: 'ars',     member: 'reservationId' },
  'payout.observe':          { kind: 'payout',  member: 'providerPayoutId' },
  'seller.observe':          { kind: 'seller',  member: 'providerSellerId' },
} as const satisfies { readonly [N in Look]: Readonly<{ kind: string; member: keyof JobData<N> }> };

const subjects = Object.entries(lookSubjects)
  .map(([job, { kind, member }]) => `when '${job}' then '${kind}/' || (o.data ->> '${member}')`)
  .join('\n             ');

const jobs = Object.keys(lookSubjects)
  .map((job) => `'${job}'`)
  .join(', ');

/** The key of the look that a replay enqueues: while that look is open, the same replay enqueues no other. */
const REPLAY = 'webhook.replay/';
export const replayKey = (webhookId: string): string => `${REPLAY}${webhookId}`;

/**
 * SQL: the looks of webhooks that are not done, dead ones included, with what they look at. Other services enqueue the same jobs for
 * reasons of their own, such as the due date of a deposit days later: the form of the key tells them apart.
 */
export const OPEN_LOOKS = `
  select o.id, o.subject, o.is_dead, o.run_at
    from (select o.id, o.run_at, o.dedupe_key, o.dead_at is not null as is_dead,
                 case o.job
             ${subjects}
                 end as subject
            from messaging.outbox o where o.done_at is null and o.job in (${jobs})) o
   where starts_with(o.dedupe_key, o.subject || '/look/') or o.dedupe_key ~ '^[a-z-]+[.]nudge/'
      or starts_with(o.dedupe_key, '${REPLAY}')`;
