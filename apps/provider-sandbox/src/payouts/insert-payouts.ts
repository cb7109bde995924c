import { bigint, date, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import type { Sql } from '../database/sql.js';
import type { PayoutRow } from './payout.js';

const INSERT = statement(
  `
  insert into payout (id, ref_payout_id, destination, schedule_type, payout_date, amount, transaction_description, requested_at,
    status, metadata, next_step_at)
  select id, ref_payout_id, destination, schedule_type, payout_date, amount, description, requested_at, status, metadata::jsonb,
    next_step_at
  from :item.unnest with ordinality
    as item(:item.columns, place)
  order by place`,
  {
    item: manyRows<PayoutRow>({
      id: text((payout) => payout.id),
      ref_payout_id: text((payout) => payout.refPayoutId),
      destination: text((payout) => payout.destination),
      schedule_type: text((payout) => payout.scheduleType),
      payout_date: date((payout) => payout.payoutDate),
      amount: bigint((payout) => payout.amount),
      description: text((payout) => payout.transactionDescription),
      requested_at: timestamptz((payout) => payout.requestedAt),
      status: text((payout) => payout.status),
      metadata: text(({ metadata }) => metadata && JSON.stringify(metadata)),
      next_step_at: timestamptz((payout) => payout.nextStepAt),
    }),
  },
);

/** Stores accepted payouts in one statement, in the order of the request. */
export async function insertPayouts(sql: Sql, payouts: readonly PayoutRow[]): Promise<void> {
  await INSERT.rows(sql, { item: payouts });
}
