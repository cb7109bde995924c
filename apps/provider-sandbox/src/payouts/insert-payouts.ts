import type { Sql } from '../database/sql.js';
import type { PayoutRow } from './payout.js';

/** Stores accepted payouts in one statement; their places in the list follow the request. */
export async function insertPayouts(sql: Sql, payouts: readonly PayoutRow[]): Promise<void> {
  const column = <K extends keyof PayoutRow>(name: K): PayoutRow[K][] => payouts.map((payout) => payout[name]);
  await sql.rows(
    `insert into payout (id, ref_payout_id, destination, schedule_type, payout_date, amount, transaction_description, requested_at,
       status, metadata, next_step_at)
     select id, ref_payout_id, destination, schedule_type, payout_date, amount, description, requested_at, status, metadata::jsonb,
       next_step_at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::bigint[], $7::text[], $8::timestamptz[], $9::text[],
       $10::text[], $11::timestamptz[]) with ordinality
       as item (id, ref_payout_id, destination, schedule_type, payout_date, amount, description, requested_at, status, metadata,
         next_step_at, place)
     order by place`,
    [
      column('id'),
      column('refPayoutId'),
      column('destination'),
      column('scheduleType'),
      column('payoutDate'),
      column('amount'),
      column('transactionDescription'),
      column('requestedAt'),
      column('status'),
      column('metadata').map((metadata) => metadata && JSON.stringify(metadata)),
      column('nextStepAt'),
    ],
  );
}
