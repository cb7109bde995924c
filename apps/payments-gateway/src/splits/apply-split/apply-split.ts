import { inList } from '@jeongsan/database';
import { isServerAway } from '@jeongsan/nest-kit';
import { statement } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';
import type { Gateway } from '../../gateway.js';
import { allocatePayment } from '../../payments/book-payment/allocate-payment.js';

/** Payments that wait and sold something that has this split, or any. */
const WAITING = statement(`
  select p.id, p.payment_key as "paymentKey" from gateway.payment p
   where p.order_id is null and p.currency = 'KRW' and p.state in ${inList(paymentStates.kept)} and p.id > :after
     and exists (select from gateway.sold_item i join gateway.split s on s.kind = i.kind
                    and case s.kind when 'ars' then starts_with(i.key, s.key) else i.key = s.key end
                  where i.payment_key = p.payment_key and (:splitId::uuid is null or s.id = :splitId))
   order by p.id limit :rows`);

type Waiting = Readonly<{ id: string; paymentKey: string }>;

/** Payments that one job moves at once; the others move at night. */
const AT_ONCE_MAX = 1_000;
const BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Moves payments that wait for this split to their sellers. Repeating it changes nothing. */
export async function applySplit(gateway: Gateway, splitId: string): Promise<void> {
  await moveAll(gateway, await WAITING.rows<Waiting>(gateway.db, { splitId, after: BEFORE_ALL, rows: AT_ONCE_MAX }));
}

/** Moves every payment that waits and whose splits fit by now. */
export async function applyAllSplits(gateway: Gateway): Promise<void> {
  const failures: unknown[] = [];
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const batch: Waiting[] = await WAITING.rows<Waiting>(gateway.db, { splitId: null, after, rows: BATCH });
    await moveAll(gateway, batch).catch((error: unknown) => failures.push(error));
    after = batch.at(-1)?.id;
  }
  if (failures.length > 0) throw failures[0];
}

/** A payment that fails stops no other one; the first failure is thrown at the end, so that the job is tried again. */
async function moveAll(gateway: Gateway, payments: readonly Waiting[]): Promise<void> {
  const failures: unknown[] = [];
  for (const { paymentKey } of payments) {
    await allocatePayment(gateway, paymentKey).catch((error: unknown) => {
      if (isServerAway(error)) throw error;
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}
