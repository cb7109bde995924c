import { bigint, date, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import type { Sql } from '../database/sql.js';
import type { LegacyPayoutRow } from './legacy-payout.js';

const INSERT = statement(
  `
  insert into sub_mall_payout (:item.columns)
  select payout_key, sub_mall_id, request_id, payout_date, amount, bank_code, account_number, holder_name, transfer_summary,
    requested_at, status, metadata::jsonb, next_step_at
  from :item.unnest with ordinality
    as item(:item.columns, place)
  order by place`,
  {
    item: manyRows<LegacyPayoutRow>({
      payout_key: text((payout) => payout.payoutKey),
      sub_mall_id: text((payout) => payout.subMallId),
      request_id: text((payout) => payout.requestId),
      payout_date: date((payout) => payout.payoutDate),
      amount: bigint((payout) => payout.amount),
      bank_code: text((payout) => payout.bankCode),
      account_number: text((payout) => payout.accountNumber),
      holder_name: text((payout) => payout.holderName),
      transfer_summary: text((payout) => payout.transferSummary),
      requested_at: timestamptz((payout) => payout.requestedAt),
      status: text((payout) => payout.status),
      metadata: text(({ metadata }) => metadata && JSON.stringify(metadata)),
      next_step_at: timestamptz((payout) => payout.nextStepAt),
    }),
  },
);

/** Stores accepted payouts in one statement, in the order of the request. */
export async function insertLegacyPayouts(sql: Sql, payouts: readonly LegacyPayoutRow[]): Promise<void> {
  await INSERT.rows(sql, { item: payouts });
}
