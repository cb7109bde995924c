import { randomUUID } from 'node:crypto';
import { addDays, instantAt } from '@jeongsan/calendar';
import { postLedger } from '@jeongsan/database';
import { lineMatured, payoutPaid, payoutReserved } from '@jeongsan/ledger';
import type { DataSource } from 'typeorm';
import { SOLD_ON } from './market-day.js';

const SELLER = 'shop';
const FIRST_RUN = '2026-01-01';

/** Books a payout that was paid on the day of the sales, as the scheduler does, from money of a sale that was booked before. */
export async function bookPaidPayout(db: DataSource, ref: string, amount: bigint): Promise<void> {
  const [id, run, statementId] = [randomUUID(), randomUUID(), randomUUID()];
  const [made] = await db.query<{ runs: bigint }[]>('select count(*) as runs from payouts.run');
  const at = instantAt(SOLD_ON, '16:00:00');
  // One transaction: a statement must add up when it is committed.
  await db.transaction(async (tx) => {
    const date = addDays(FIRST_RUN, Number(made?.runs));
    await tx.query(
      `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
       values ($1, $2, $4, 'dispatching', 1, $3, 0, 0, '', 'system:payout-scheduler', $4)`,
      [run, date, amount, at],
    );
    await tx.query(
      `insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at)
       values ($1, $2, $3, $4, $5, 0, $5, 0, $6)`,
      [statementId, run, SELLER, date, amount, at],
    );
    await tx.query(
      `insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency,
         state, payout_date, created_at, finished_at)
       values ($1, $2, $3, $4, $5, 'seller', '', $6, 'KRW', 'paid', $7, $8, $8)`,
      [id, ref, run, statementId, ...[SELLER, amount, SOLD_ON, at]],
    );
  });
  const facts = { payoutId: id, sellerId: SELLER, amount, effectiveAt: at };
  const matured = lineMatured({ lineKey: `line-${ref}`, sellerId: SELLER, amount, effectiveAt: at });
  await db.transaction((tx) => postLedger(tx, [matured]));
  await db.transaction((tx) => postLedger(tx, [payoutReserved(facts)]));
  await db.transaction((tx) => postLedger(tx, [payoutPaid(facts)]));
}
