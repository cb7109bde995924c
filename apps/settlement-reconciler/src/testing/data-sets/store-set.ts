import type { Executor } from '@jeongsan/database';
import { bankOf, FIRST_DAY, LAST_DAY, type MarketSet, PAYOUT_FEE, uuidOf } from './market-set.js';
import { FIXED, RATES } from './set-rows.js';

type Tables = Readonly<Record<string, Table>>;
type Table = readonly Readonly<Record<string, string | number | boolean | bigint | null>>[];

/**
 * Stores a set in all tables that matching reads. Foreign keys and triggers are off: a set holds the records that are compared, not the
 * postings, statements and runs around them.
 */
export async function storeSet(tx: Executor, set: MarketSet): Promise<void> {
  await tx.query(`set local session_replication_role = replica`);
  for (const [table, rows] of Object.entries(tablesOf(set))) await insert(tx, table, rows);
  // What a trigger marks in a payment, it marks now.
  await tx.query(`set local session_replication_role = origin`);
  await tx.query(`update gateway.payment set amount = amount`);
}

async function insert(tx: Executor, table: string, rows: Table): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  const json = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  await tx.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [json],
  );
}

const tablesOf = (set: MarketSet): Tables => ({
  ...orderTables(set),
  ...paymentTables(set),
  ...listedTables(set),
  ...payoutTables(set),
  ...bankTables(set),
  ...feeTables,
});

const orderTables = (set: MarketSet): Tables => ({
  'gateway.orders': set.orders.map(({ orderId, total }) => ({
    ...{
      order_id: orderId,
      order_name: 'order',
      ordered_at: `${FIRST_DAY}T00:00:00+09:00`,
      currency: 'KRW',
      total,
      tax_free: 0,
    },
    ...{ facts_hash: '', created_at: `${FIRST_DAY}T00:00:00+09:00` },
  })),
  'gateway.order_line': set.orders.map(({ orderId, total, sellerId }, position) => ({
    ...{
      order_id: orderId,
      line_id: 'l1',
      position,
      seller_id: sellerId,
      category: 'c',
      amount: total,
      tax_free: 0,
      discount: 0,
      quantity: 1,
    },
    ...{
      discount_by_seller: 0,
      paid: total,
      promotion: 0,
      commission: 0,
      commission_vat: 0,
      net: total,
      fees: 0,
      fee_vat: 0,
    },
    ...{ terms_from: FIRST_DAY, pricing: '{}' },
  })),
});

const paymentTables = (set: MarketSet): Tables => ({
  'gateway.payment': set.payments.map((p) => ({
    ...{
      id: p.id,
      order_id: p.isAllocated ? p.orderId : null,
      provider_order_id: p.orderId,
      payment_key: p.paymentKey,
      amount: p.amount,
    },
    ...{
      unallocated_because: p.isAllocated ? null : p.currency === 'KRW' ? 'NO_ORDER' : 'FOREIGN_CURRENCY',
      currency: p.currency,
    },
    ...{ canceled: p.canceled, state: 'approved', method: p.method, side: 'gateway' },
    ...{ transaction_key: p.key, approved_at: p.at, created_at: p.at },
  })),
  'gateway.cancel': set.cancels.map((c) => ({
    ...{
      id: c.id,
      payment_id: c.payment.id,
      request_key: c.key,
      amount: c.amount,
      reason: '변심',
      state: 'done',
      kind: c.kind,
    },
    ...{ transaction_key: c.key, canceled_at: c.at, created_at: c.at, allocation: 'named', attempt: 1 },
  })),
});

const listedTables = (set: MarketSet): Tables => ({
  'reconciliation.transaction': set.transactions.map((t) => ({
    ...{
      transaction_key: t.key,
      account: t.account,
      payment_key: t.paymentKey,
      order_id: t.orderId,
      method: t.method,
      status: t.status,
    },
    ...{ currency: t.currency, amount: t.amount, transaction_at: t.at, business_date: t.day },
  })),
  'reconciliation.settlement': set.rows.map((s) => ({
    ...{
      transaction_key: s.key,
      account: s.account,
      payment_key: s.paymentKey,
      order_id: s.orderId,
      method: s.method,
      currency: s.currency,
    },
    ...{ amount: s.amount, fee: s.fee, fees: s.fees, base_fee: s.baseFee, supply_amount: s.supplyAmount, vat: s.vat },
    ...{
      pay_out_amount: s.payOutAmount,
      occurred_on: s.occurredOn,
      sold_date: s.soldDate,
      paid_out_date: s.paidOutDate,
    },
    ...{ pending_from: s.soldDate, state: 'imported', download_id: 0, copies: s.copies },
  })),
});

const payoutTables = (set: MarketSet): Tables => ({
  'payouts.payout': set.payouts.map((p) => ({
    ...{
      id: uuidOf(p.ref),
      ref_payout_id: p.ref,
      run_id: uuidOf('run'),
      statement_id: uuidOf(`s${p.ref}`),
      seller_id: p.sellerId,
    },
    ...{
      provider_seller_id: p.sellerId,
      account_fingerprint: '',
      amount: p.amount,
      currency: 'KRW',
      state: p.state,
      payout_date: p.day,
    },
    ...{ created_at: `${p.day}T00:00:00+09:00`, absent_rounds: 0, duplicate_rounds: 0 },
  })),
  'reconciliation.listed_payout': set.listed.map((p) => ({
    ...{
      provider_payout_id: p.id,
      ref_payout_id: p.ref,
      destination: 's',
      amount: p.amount,
      currency: 'KRW',
      status: p.status,
    },
    ...{ payout_date: p.day, listed_at: `${LAST_DAY}T18:00:00Z` },
  })),
  'reconciliation.payout_listing': [...new Set(set.payouts.map(({ day }) => day))].map((day) => ({
    day,
    listed_at: `${LAST_DAY}T18:00:00Z`,
  })),
});

const bankTables = (set: MarketSet): Tables => ({
  'reconciliation.bank_statement': [
    {
      ...{
        id: uuidOf('statement'),
        bank_account: 'main',
        account: '',
        format: 'csv',
        content_hash: '',
        from_day: FIRST_DAY,
        to_day: LAST_DAY,
      },
      ...{ covers: 'both', rows: 1, uploaded_by: 'person:kim', uploaded_at: `${LAST_DAY}T17:00:00Z` },
    },
  ],
  'reconciliation.bank_row': (set.bank ?? bankOf(set)).map((row, position) => ({
    ...{
      id: uuidOf(`bank-${position}`),
      statement_id: uuidOf('statement'),
      position,
      bank_account: 'main',
      day: row.day,
      amount: row.amount,
    },
    ...{ currency: 'KRW', kind: row.kind, reference: row.reference, raw: '', content_hash: String(position) },
  })),
});

const decided = { state: 'active', reason: 'contract', proposed_by: 'person:kim', proposed_at: '2026-01-01T00:00:00Z' };
const active = {
  ...decided,
  decided_by: 'person:lee',
  decided_at: '2026-01-02T00:00:00Z',
  effective_from: '2026-01-01',
};
const line = { currency: 'KRW', rounding: 'down', vat_mode: 'included', rate: null, fixed: null };
const accounts = ['', 'billing1'];
const feeTables: Tables = {
  'reconciliation.fee_table': accounts.map((account) => ({ ...active, account, id: uuidOf(`fees${account}`) })),
  'reconciliation.fee_line': accounts.flatMap((account) =>
    [
      ...Object.entries(RATES).map(([method, rate]) => ({ ...line, method, rate })),
      { ...line, method: '가상계좌', fixed: FIXED },
      { ...line, method: 'PAYOUT', fixed: PAYOUT_FEE },
    ].map((one) => ({ ...one, table_id: uuidOf(`fees${account}`) })),
  ),
};
