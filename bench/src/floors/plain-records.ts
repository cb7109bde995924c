import { copyBytes, copyIn } from '@jeongsan/database';
import { bigint, type Columns, date, text, timestamptz } from '@jeongsan/sql';
import type pg from 'pg';

/** The columns of the reconciler's two tables, with their keys alone. */
export const PLAIN_RECORDS_TABLES = `
create table plain_transaction (transaction_key text primary key, account text not null, payment_key text not null, order_id text not null,
  method text not null, status text not null, currency char(3) not null, amount bigint not null, transaction_at timestamptz not null, business_date date not null);
create table plain_settlement (transaction_key text primary key, account text not null, payment_key text not null, order_id text not null,
  method text not null, currency char(3) not null, amount bigint not null, fee bigint not null, fees bigint not null, supply_amount bigint not null,
  vat bigint not null, pay_out_amount bigint not null, occurred_on date not null, sold_date date not null, paid_out_date date not null, pending_from date not null);`;

type Wire = Readonly<Record<string, string & number>>;
const DAY = 'YYYY-MM-DD'.length;
const at = (name: string) => (row: Wire) => row[name] ?? null;

const transaction: Columns<Wire> = {
  transaction_key: text(at('transactionKey')),
  account: text(() => ''),
  payment_key: text(at('paymentKey')),
  order_id: text(at('orderId')),
  method: text(at('method')),
  status: text(at('status')),
  currency: text(at('currency')),
  amount: bigint(at('amount')),
  transaction_at: timestamptz((row) => new Date(row['transactionAt'] ?? 0)),
  business_date: date((row) => String(row['transactionAt']).slice(0, DAY)),
};
const settlement: Columns<Wire> = {
  transaction_key: text(at('transactionKey')),
  account: text(() => ''),
  payment_key: text(at('paymentKey')),
  order_id: text(at('orderId')),
  method: text(at('method')),
  currency: text(at('currency')),
  amount: bigint(at('amount')),
  fee: bigint(at('fee')),
  fees: bigint(at('fee')),
  supply_amount: bigint(at('supplyAmount')),
  vat: bigint(at('vat')),
  pay_out_amount: bigint(at('payOutAmount')),
  occurred_on: date((row) => String(row['approvedAt']).slice(0, DAY)),
  sold_date: date(at('soldDate')),
  paid_out_date: date(at('paidOutDate')),
  pending_from: date(at('paidOutDate')),
};

export type PlainPage = Readonly<{ into: string; rows: Uint8Array }>;
/** Two tables, and the columns that they have beside those of the records. */
type Tables = Readonly<{ transaction: string; settlement: string; more: Columns<Wire> }>;

export const plainTables: Tables = { transaction: 'plain_transaction', settlement: 'plain_settlement', more: {} };
/** The tables of the reconciler, with all their columns and indexes. */
export const recordTables: Tables = {
  transaction: 'reconciliation.transaction',
  settlement: 'reconciliation.settlement',
  more: { download_id: bigint(() => 0n) },
};

/** Pages as COPY takes them, made before anything is measured. */
export function plainPages(
  into: Tables,
  { transactions, settlements }: Readonly<Record<'transactions' | 'settlements', readonly string[]>>,
): PlainPage[] {
  const pages = (table: string, columns: Columns<Wire>, all: readonly string[]): PlainPage[] =>
    all.map((page) => ({
      into: `${table} (${Object.keys(columns).join(', ')})`,
      rows: copyBytes(columns, JSON.parse(page) as Wire[]),
    }));
  return [
    ...pages(into.transaction, { ...transaction, ...into.more }, transactions),
    ...pages(into.settlement, { ...settlement, ...into.more }, settlements),
  ];
}

/** The least that stores pages: their rows copied, and one commit for each page; nothing is read, compared or kept as it arrived. */
export async function copyPlainly(client: pg.Client, pages: readonly PlainPage[]): Promise<void> {
  for (const { into, rows } of pages) {
    await client.query('begin');
    await copyIn(client, into, rows);
    await client.query('commit');
  }
}
