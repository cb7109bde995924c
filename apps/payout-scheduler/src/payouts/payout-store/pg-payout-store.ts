import { inList, prepared, transaction } from '@jeongsan/database';
import { DispatchHalted, type OpenBatch, type PayoutStore } from '@jeongsan/payouts';
import { payoutStates, type PayoutState } from '@jeongsan/state-machines';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { closedColumn } from './pg-dispatch-controls.js';
import { pgPayoutRecords } from './pg-payout-records.js';

// A take-over locks the batch: this statement waits for it, and then finds the batch taken.
const RENEW_CLAIM = prepared(
  'batch.renew_claim',
  statement(`
  update payouts.batch set sent_at = clock_timestamp() where id = :batchId and state = 'sending' and fence = :fence
  returning ${closedColumn}`),
);

/** The payouts in Postgres. */
export const pgPayoutStore = (db: DataSource): PayoutStore => ({
  transaction: (decision, work) => transaction(db, (tx) => work(pgPayoutRecords(tx)), decision),

  inFlight: async () => {
    const [row] = await db.query<{ amount: bigint }[]>(
      `select coalesce(sum(amount), 0)::bigint as amount from payouts.payout where state in ${inList(payoutStates.sending)}`,
    );
    return row?.amount ?? 0n;
  },

  renewClaim: async ({ batchId, fence }) => {
    const [row] = await RENEW_CLAIM.rows<{ closed: boolean }>(db, { batchId, fence: fence.toString() });
    if (row === undefined) return false;
    if (row.closed) throw new DispatchHalted(batchId);
    return true;
  },

  openBatch: async (batchId, now) => {
    const [row] = await db.query<OpenBatch[]>(
      `select a.id, a.run_id as "runId", a.payout_date as "payoutDate", a.absent_listings as "absentListings",
              extract(epoch from clock_timestamp() - a.answered_at)::float8 as "unknownForSeconds",
              array(select p.id::text from payouts.payout p where p.batch_id = a.id and p.state = 'unknown') as unknown,
              array(select distinct unnest(l.absent)::text from payouts.absent_listing l where l.batch_id = a.id) as "lackedBefore",
              exists (select from payouts.payout p where p.batch_id = a.id and p.state = 'unknown'
                         and p.absent_rounds + p.duplicate_rounds > 0) as "wasLookedFor"
         from payouts.batch a where a.id = $1 and a.state = 'unknown' and a.resolve_at <= $2`,
      [batchId, now],
    );
    return row ?? null;
  },

  ownPayout: async (refPayoutId) => {
    const [row] = await db.query<{ amount: bigint; state: PayoutState }[]>(
      `select amount, state from payouts.payout where ref_payout_id = $1`,
      [refPayoutId],
    );
    return row ?? null;
  },
});
