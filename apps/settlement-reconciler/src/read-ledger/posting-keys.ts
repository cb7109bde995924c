import type { Executor } from '@jeongsan/database';
import type { BreakClass } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

/** What a posting can be searched by. */
export type Subject = Readonly<{
  key?: string | undefined;
  orderId?: string | undefined;
  paymentKey?: string | undefined;
  payoutId?: string | undefined;
}>;

type Key = Readonly<{ key: string }>;

const payoutTemplates = ['payout.reserved', 'payout.paid', 'payout.released', 'payout.returned'] as const;
const paymentTemplates = `('payment.approved'), ('payment.unallocated')`;
const cancelTemplates = `('payment.canceled'), ('cancel.reallocated'), ('unallocated.canceled'), ('refund.pending'), ('refund.completed')`;
const settlementTemplates = `('settlement.pending'), ('settlement.available')`;

/** The keys that the postings of a payment, its cancels, its settlements and its matured lines have, if they are made. */
const KEYS = statement(`
  with payment as (
    select id, order_id, transaction_key from gateway.payment
     where order_id = :orderId::text or (:orderId::text is null and payment_key = :paymentKey::text)
  ), cancel as (
    select c.id, c.transaction_key from gateway.cancel c join payment p on p.id = c.payment_id
  )
  select t.template || '/' || p.id as key from payment p cross join (values ${paymentTemplates}) as t(template)
  union select t.template || '/' || c.id from cancel c cross join (values ${cancelTemplates}) as t(template)
  union select t.template || '/' || k.transaction_key
    from (select transaction_key from payment union select transaction_key from cancel) k
   cross join (values ${settlementTemplates}) as t(template) where k.transaction_key is not null
  union select m.posting_key from payouts.matured_line m
         where m.posting_key is not null and m.order_id in (select order_id from payment)`);

/** The classes whose breaks are about the payout of their subject. */
const payoutClasses: readonly BreakClass[] = ['MISSING_PAYOUT', 'DUPLICATE_PAYOUT', 'PAYOUT_AMOUNT', 'PAYOUT_STATUS'];

/** The keys that adjustments of the breaks about an order, a payment or a payout have, and those that took them back. */
const ADJUSTMENTS = statement(`
  select t.template || '/' || d.id as key
    from reconciliation.break b join reconciliation.break_decision d on d.break_id = b.id and d.way = 'adjust' and d.state = 'approved'
   cross join (values ('break.adjusted'), ('break.adjustment-reversed')) as t(template)
   where b.order_id = :orderId::text or b.payment_key = :paymentKey::text
      or (b.class = any(:payoutClasses::text[])
          and b.subject = (select p.ref_payout_id from payouts.payout p where p.id = :payoutId::uuid))`);

/** The keys of a subject's postings; null: no subject was named. */
export async function postingKeys(db: Executor, subject: Subject): Promise<string[] | null> {
  const { key, orderId, paymentKey, payoutId } = subject;
  if (key !== undefined) return [key];
  if (orderId === undefined && paymentKey === undefined && payoutId === undefined) return null;
  const named = { orderId: orderId ?? null, paymentKey: paymentKey ?? null };
  const keys =
    payoutId === undefined
      ? (await KEYS.rows<Key>(db, named)).map((row) => row.key)
      : payoutTemplates.map((template) => `${template}/${payoutId}`);
  const adjustments = await ADJUSTMENTS.rows<Key>(db, { ...named, payoutId: payoutId ?? null, payoutClasses });
  return [...keys, ...adjustments.map((row) => row.key)];
}
