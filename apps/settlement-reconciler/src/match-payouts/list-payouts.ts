import { addDays, businessDateOf } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import { eachPayout } from '@jeongsan/provider-client';
import { bigint, date, manyRows, statement, text } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import type { Seen } from '../report-breaks/report-breaks.js';

/** Payout dates that each run lists again: a bank may return money, and a payout may end, after its date. */
const DAYS_AGAIN = 3;
const ROWS_PER_STATEMENT = 1_000;

type Listed = Readonly<{
  id: string;
  refPayoutId: string | null;
  destination: string | null;
  amount: bigint;
  currency: string;
  status: string;
  payoutDate: string;
}>;

/** The payout dates of a run: the day before, and days that earlier runs listed. */
export const payoutDaysOf = (businessDate: string): readonly string[] =>
  Array.from({ length: DAYS_AGAIN + 1 }, (_, days) => addDays(businessDate, -1 - days));

const STORE = statement(
  `insert into reconciliation.listed_payout (:page.columns, listed_at) select p.*, :now::timestamptz from :page.unnest as p(:page.columns)
   on conflict (provider_payout_id) do update
      set (ref_payout_id, destination, amount, currency, status, payout_date, listed_at)
        = (excluded.ref_payout_id, excluded.destination, excluded.amount, excluded.currency, excluded.status, excluded.payout_date, excluded.listed_at)`,
  {
    page: manyRows<Listed>({
      provider_payout_id: text((p) => p.id),
      ref_payout_id: text((p) => p.refPayoutId),
      destination: text((p) => p.destination),
      amount: bigint((p) => p.amount),
      currency: text((p) => p.currency),
      status: text((p) => p.status),
      payout_date: date((p) => p.payoutDate),
    }),
  },
);

/**
 * Stores the provider's payouts of a run's payout dates. The days count as listed only when the listing was read to its end; a repeat
 * stores the same.
 */
export async function listPayouts(db: DataSource, provider: ProviderApi, { businessDate, now }: Seen): Promise<void> {
  const days = payoutDaysOf(businessDate);
  let rows: Listed[] = [];
  const store = async (): Promise<void> => {
    if (rows.length > 0) await STORE.rows(db, { page: rows, now });
    rows = [];
  };
  const window = { payoutDateGte: days.at(-1) ?? businessDate, payoutDateLte: days[0] ?? businessDate };
  for await (const payout of eachPayout(provider, window)) {
    const { id, status, amount, refPayoutId, destination, requestedAt } = payout;
    const payoutDate = payout.payoutDate ?? (requestedAt ? businessDateOf(requestedAt) : window.payoutDateLte);
    rows.push({
      ...{ id, status, payoutDate, amount: amount.minor, currency: amount.currency },
      ...{ refPayoutId: refPayoutId ?? null, destination: destination ?? null },
    });
    if (rows.length === ROWS_PER_STATEMENT) await store();
  }
  await store();
  await transaction(db, (tx) =>
    tx.query(
      `insert into reconciliation.payout_listing (day, listed_at) select day, $2 from unnest($1::date[]) as day
       on conflict (day) do update set listed_at = excluded.listed_at`,
      [days, now],
    ),
  );
}
