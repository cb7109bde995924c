import { inList, type Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';
import type { Gateway } from '../../gateway.js';
import { allocatePayment } from '../../payments/book-payment/allocate-payment.js';

const WAITING = `
  select p.id, p.payment_key as "paymentKey" from gateway.payment p
   where p.order_id is null and p.currency = 'KRW' and p.state in ${inList(paymentStates.kept)}`;
const OF_SPLIT = statement(`${WAITING}
     and exists (select from gateway.sold_item i join gateway.split s on s.kind = i.kind
                  where s.id = :splitId and i.payment_key = p.payment_key
                    and case s.kind when 'ars' then starts_with(i.key, s.key) else i.key = s.key end)
   order by p.id limit :rows`);
const OF_ANY =
  statement(`${WAITING} and p.id > :after and exists (select from gateway.sold_item i where i.payment_key = p.payment_key)
   order by p.id limit :rows`);

type Waiting = Readonly<{ id: string; paymentKey: string }>;

/** Payments that one job moves at once; the others move at night. */
const AT_ONCE_MAX = 1_000;
const BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Moves payments that wait for this split to their sellers. Repeating it changes nothing. */
export async function applySplit(gateway: Gateway, splitId: string): Promise<void> {
  await allocate(gateway, await OF_SPLIT.rows<Waiting>(gateway.db, { splitId, rows: AT_ONCE_MAX }));
}

/** Moves every payment that waits and whose splits fit by now. */
export async function applyAllSplits(gateway: Gateway): Promise<void> {
  const read = (db: Executor, after: string) => OF_ANY.rows<Waiting>(db, { after, rows: BATCH });
  for (let batch = await read(gateway.db, BEFORE_ALL); batch.length > 0;) {
    await allocate(gateway, batch);
    batch = await read(gateway.db, batch.at(-1)?.id ?? BEFORE_ALL);
  }
}

async function allocate(gateway: Gateway, payments: readonly Waiting[]): Promise<void> {
  for (const { paymentKey } of payments) await allocatePayment(gateway, paymentKey);
}
