import type { Sql } from '../database/sql.js';
import type { LegacyPayoutRow } from './legacy-payout.js';

/** Stores accepted payouts in one statement; their places in the list follow the request. */
export async function insertLegacyPayouts(sql: Sql, payouts: readonly LegacyPayoutRow[]): Promise<void> {
  const column = <K extends keyof LegacyPayoutRow>(name: K): LegacyPayoutRow[K][] =>
    payouts.map((payout) => payout[name]);
  await sql.rows(
    `insert into sub_mall_payout (payout_key, sub_mall_id, request_id, payout_date, amount, bank_code, account_number, holder_name,
       transfer_summary, requested_at, status, metadata, next_step_at)
     select payout_key, sub_mall_id, request_id, payout_date, amount, bank_code, account_number, holder_name, transfer_summary,
       requested_at, status, metadata::jsonb, next_step_at
     from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::timestamptz[], $11::text[], $12::text[], $13::timestamptz[]) with ordinality
       as item (payout_key, sub_mall_id, request_id, payout_date, amount, bank_code, account_number, holder_name, transfer_summary,
         requested_at, status, metadata, next_step_at, place)
     order by place`,
    [
      column('payoutKey'),
      column('subMallId'),
      column('requestId'),
      column('payoutDate'),
      column('amount'),
      column('bankCode'),
      column('accountNumber'),
      column('holderName'),
      column('transferSummary'),
      column('requestedAt'),
      column('status'),
      column('metadata').map((metadata) => metadata && JSON.stringify(metadata)),
      column('nextStepAt'),
    ],
  );
}
