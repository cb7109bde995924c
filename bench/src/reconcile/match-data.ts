import type { BenchServer } from '../harness/bench-server.js';
import { migrated, withClient } from '../harness/bench-server.js';
import { withoutIndexes } from '../harness/without-indexes.js';

/** The day that is compared, and the date of the run that compares it. */
export const MATCH_DAY = '2026-02-03';
export const MATCH_RUN = '2026-02-04';

/** Records of one day: orders, payments, transactions and settlement rows, of which `perThousand` of a thousand differ. */
export type MatchSize = Readonly<{ rows: number; perThousand: number }>;

/** Keys as long and as random as the provider's. */
const KEY = `md5('txn' || n)`;
const PAYMENT = `md5('pay' || n)`;
const AMOUNT = '(10000 + n % 90000)';
const FEE = `(${AMOUNT} * 33 / 1000)`;
const AT = `timestamptz '${MATCH_DAY} 00:00:00+09' + n % 86400 * interval '1 second'`;
const TABLE = '00000000-0000-4000-8000-000000000001';
const rows = (count: number): string => `generate_series(1, ${count}) as n`;

const tables = (count: number): readonly string[] => [
  `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
   select 'order-' || n, 'bench', ${AT}, 'KRW', ${AMOUNT}, 0, '', ${AT} from ${rows(count)}`,
  `insert into gateway.payment (id, order_id, payment_key, amount, state, method, transaction_key, approved_at, created_at)
   select ${PAYMENT}::uuid, 'order-' || n, ${PAYMENT}, ${AMOUNT}, 'approved', '카드', ${KEY}, ${AT}, ${AT} from ${rows(count)}`,
  `insert into reconciliation.transaction (transaction_key, payment_key, order_id, method, status, currency, amount, transaction_at, business_date)
   select ${KEY}, ${PAYMENT}, 'order-' || n, '카드', 'DONE', 'KRW', ${AMOUNT}, ${AT}, '${MATCH_DAY}' from ${rows(count)}`,
  `insert into reconciliation.settlement (transaction_key, payment_key, order_id, method, currency, amount, fee, fees, base_fee, supply_amount, vat,
     pay_out_amount, occurred_on, sold_date, paid_out_date, pending_from, download_id)
   select ${KEY}, ${PAYMENT}, 'order-' || n, '카드', 'KRW', ${AMOUNT}, ${FEE}, ${FEE}, ${FEE}, ${FEE} - round(${FEE} / 11.0), round(${FEE} / 11.0),
     ${AMOUNT} - ${FEE}, '${MATCH_DAY}', '${MATCH_DAY}', date '${MATCH_DAY}' + 2, '${MATCH_DAY}', 0 from ${rows(count)}`,
  // The contract that all fees follow: each row is compared with it.
  `insert into reconciliation.fee_table (id, account, effective_from, state, reason, proposed_by, proposed_at, decided_by, decided_at)
   values ('${TABLE}', '', '2026-01-01', 'active', 'bench', 'person:kim', '2026-01-01', 'person:lee', '2026-01-01')`,
  `insert into reconciliation.fee_line (table_id, method, currency, rate, rounding, vat_mode)
   values ('${TABLE}', '카드', 'KRW', 3300, 'down', 'included')`,
];

/** Every kind of difference in turn; each changes one record of a payment, and is found once. */
const spoilt = (every: number): readonly string[] => [
  `update reconciliation.settlement set amount = amount + 7, pay_out_amount = pay_out_amount + 7 where transaction_key in ${chosen(every, 0)}`,
  `delete from reconciliation.settlement where transaction_key in ${chosen(every, 1)}`,
  `update reconciliation.transaction set amount = amount + 7 where transaction_key in ${chosen(every, 2)}`,
  `update reconciliation.settlement set vat = vat + 5 where transaction_key in ${chosen(every, 3)}`,
];
const KINDS = 4;
const chosen = (every: number, kind: number): string =>
  `(select ${KEY} from generate_series(${kind * every + 1}, (select count(*)::int from gateway.payment), ${KINDS * every}) as n)`;

const FILLED = ['gateway.orders', 'gateway.payment', 'reconciliation.transaction', 'reconciliation.settlement'];

/** The number of differences in a day of this size. */
export const differencesIn = ({ rows: count, perThousand }: MatchSize): number => {
  const every = 1000 / perThousand;
  const planted = Array.from({ length: KINDS }, (_, kind) => Math.ceil((count - kind * every) / (KINDS * every)));
  return planted.reduce((sum, some) => sum + Math.max(some, 0), 0);
};

/** A database with such a day. */
export async function createDay(server: BenchServer, name: string, size: MatchSize): Promise<string> {
  const url = await server.createDatabase(name);
  await migrated(url);
  await withClient(url, async (client) => {
    await client.query('set session_replication_role = replica');
    await withoutIndexes(client, FILLED, async () => {
      for (const table of tables(size.rows)) await client.query(table);
      for (const change of spoilt(1000 / size.perThousand)) await client.query(change);
    });
    await client.query('vacuum analyze');
  });
  return url;
}
