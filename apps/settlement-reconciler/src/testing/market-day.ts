import { randomUUID } from 'node:crypto';
import { addDays, businessDateOf } from '@jeongsan/calendar';
import { postLedger } from '@jeongsan/database';
import { paymentAllocated, paymentApproved, paymentCanceled, paymentUnallocated } from '@jeongsan/ledger';
import { type Currency, money } from '@jeongsan/money';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';
import type { WireSettlement, WireTransaction, WrongProvider } from './wrong-provider.js';

/** The day of all sales in these tests, and the night that reconciles it. */
export const SOLD_ON = '2026-11-18';
export const NIGHT = '2026-11-19';
const PAID_OUT_ON = '2026-11-23';
const SELLER = 'shop';

export type Sale = Readonly<{
  paymentId: string;
  paymentKey: string;
  orderId: string;
  transactionKey: string;
  amount: bigint;
  approvedAt: Date;
}>;
export type Refund = Readonly<{ sale: Sale; transactionKey: string; amount: bigint; canceledAt: Date }>;

/** Times of a day in Seoul: before 09:00 the date in UTC is the previous day. */
export const HOURS = ['00:00:00', '00:30:00', '04:00:00', '08:59:59', '13:00:00', '23:59:59'] as const;

/** Books a sale here; the provider's record of it is made separately. */
export async function sell(
  db: DataSource,
  name: string,
  amount: bigint,
  day = SOLD_ON,
  time = '13:00:00',
): Promise<Sale> {
  const sale = {
    paymentKey: `pay-${name}`,
    orderId: `order-${name}`,
    transactionKey: `txn-${name}`,
    amount,
    approvedAt: new Date(`${day}T${time}+09:00`),
  };
  return bookSale(db, { ...sale, paymentId: randomUUID() });
}

/** Books a refund here. */
export function refund(
  db: DataSource,
  sale: Sale,
  name: string,
  amount: bigint,
  day = SOLD_ON,
  time = '15:00:00',
): Promise<Refund> {
  return bookRefund(db, { sale, transactionKey: `txn-${name}`, amount, canceledAt: new Date(`${day}T${time}+09:00`) });
}

/** Books a payment the way the gateway does: order, payment and posting. */
export async function bookSale(db: DataSource, sale: Sale): Promise<Sale> {
  const { paymentId, orderId, paymentKey, transactionKey, amount, approvedAt } = sale;
  await insertOrder(db, orderId, amount, approvedAt);
  await db.query(
    `insert into gateway.payment (id, order_id, payment_key, amount, state, method, transaction_key, approved_at, created_at)
     values ($1, $2, $3, $4, 'approved', '카드', $5, $6, $6)`,
    [paymentId, orderId, paymentKey, amount, transactionKey, approvedAt],
  );
  const lines = [{ ...NO_AMOUNTS, sellerId: SELLER, paid: amount }];
  await db.transaction((tx) => postLedger(tx, [paymentApproved({ paymentId, effectiveAt: approvedAt, lines })]));
  return sale;
}

/** Books a payment that has no order, or is in another currency than won, the way the gateway does. */
export async function bookUnallocated(db: DataSource, sale: Sale, currency: Currency = 'KRW'): Promise<Sale> {
  const { paymentId, orderId, paymentKey, transactionKey, amount, approvedAt } = sale;
  await db.query(
    `insert into gateway.payment (id, provider_order_id, unallocated_because, payment_key, amount, currency, side, state,
       transaction_key, approved_at, created_at)
     values ($1, $2, $3, $4, $5, $6, 'provider', 'approved', $7, $8, $8)`,
    [
      paymentId,
      orderId,
      currency === 'KRW' ? 'NO_ORDER' : 'FOREIGN_CURRENCY',
      ...[paymentKey, amount, currency, transactionKey, approvedAt],
    ],
  );
  const posting = paymentUnallocated({ paymentId, amount: money(amount, currency), effectiveAt: approvedAt });
  await db.transaction((tx) => postLedger(tx, [posting]));
  return sale;
}

/** Gives a payment without an order to one, the way the gateway does. */
export async function allocate(db: DataSource, { paymentId, orderId, amount, approvedAt }: Sale): Promise<void> {
  await insertOrder(db, orderId, amount, approvedAt);
  await db.query(
    `update gateway.payment set order_id = $2, unallocated_because = null, allocated_at = $3 where id = $1`,
    [paymentId, orderId, approvedAt],
  );
  const lines = [{ ...NO_AMOUNTS, sellerId: SELLER, paid: amount }];
  await db.transaction((tx) => postLedger(tx, [paymentAllocated({ paymentId, effectiveAt: approvedAt, lines })]));
}

const insertOrder = (db: DataSource, orderId: string, amount: bigint, at: Date): Promise<unknown> =>
  db.query(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     values ($1, 'order', $2, 'KRW', $3, 0, '', $2)`,
    [orderId, at, amount],
  );

/** Books a cancel the way the gateway does. */
export async function bookRefund(db: DataSource, it: Refund): Promise<Refund> {
  const cancelId = randomUUID();
  await db.query(
    `insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, transaction_key, canceled_at, created_at)
     values ($1::uuid, $2, $1::text, $3, 'changed mind', 'done', $4, $5, $5)`,
    [cancelId, it.sale.paymentId, it.amount, it.transactionKey, it.canceledAt],
  );
  await db.query(`update gateway.payment set canceled = canceled + $2 where id = $1`, [it.sale.paymentId, it.amount]);
  const parts = { ...NO_AMOUNTS, paid: it.amount, fromPayable: 0n, toDebt: 0n };
  const lines = [{ sellerId: SELLER, ...parts }];
  await db.transaction((tx) => postLedger(tx, [paymentCanceled({ cancelId, effectiveAt: it.canceledAt, lines })]));
  return it;
}

const seoul = (at: Date): string => new Date(at.getTime() + 9 * 3_600_000).toISOString().replace(/\.\d+Z/, '+09:00');

export function transactionOf(it: Sale | Refund): WireTransaction {
  const sale = 'sale' in it ? it.sale : it;
  const isCancel = 'sale' in it;
  return {
    transactionKey: it.transactionKey,
    paymentKey: sale.paymentKey,
    orderId: sale.orderId,
    status: isCancel ? (it.amount === sale.amount ? 'CANCELED' : 'PARTIAL_CANCELED') : 'DONE',
    transactionAt: seoul(isCancel ? it.canceledAt : sale.approvedAt),
    currency: 'KRW',
    amount: Number(it.amount),
  };
}

/** The settlement row of a sale or a refund: fee 3.3 %, paid out on a fixed day, every amount of a refund negative. */
export function settlementOf(it: Sale | Refund, paidOutDate = PAID_OUT_ON): WireSettlement {
  const isCancel = 'sale' in it;
  const sale = isCancel ? it.sale : it;
  const size = Number(it.amount);
  const fee = Math.floor((size * 33) / 1000);
  const vat = Math.round(fee / 11);
  const sign = isCancel ? -1 : 1;
  const signed = (value: number) => (value === 0 ? 0 : sign * value);
  return {
    transactionKey: it.transactionKey,
    paymentKey: sale.paymentKey,
    orderId: sale.orderId,
    currency: 'KRW',
    amount: signed(size),
    fee: signed(fee),
    fees: [{ type: 'BASE', fee: signed(fee) }],
    supplyAmount: signed(fee - vat),
    vat: signed(vat),
    payOutAmount: signed(size - fee),
    approvedAt: seoul(sale.approvedAt),
    soldDate: businessDateOf(isCancel ? it.canceledAt : sale.approvedAt),
    paidOutDate,
    cancel: isCancel ? cancelOf(it) : null,
  };
}

const cancelOf = (it: Refund) => ({
  transactionKey: it.transactionKey,
  cancelReason: 'changed mind',
  canceledAt: seoul(it.canceledAt),
  cancelAmount: Number(it.amount),
  taxFreeAmount: 0,
  taxExemptionAmount: 0,
  refundableAmount: Number(it.sale.amount - it.amount),
  easyPayDiscountAmount: 0,
  receiptKey: null,
});

/** Adds the correct transactions and settlement rows of these sales to the provider. */
export function listCorrectly(provider: WrongProvider, all: readonly (Sale | Refund)[]): void {
  provider.transactions.push(...all.map(transactionOf));
  provider.settlements.push(...all.map((it) => settlementOf(it)));
}

/** The correct balance in won on a date: a row is pending in the two days before it is paid out. */
export function balanceOn(rows: readonly WireSettlement[], date: string): { pending: number; available: number } {
  const sum = (list: readonly WireSettlement[]) => list.reduce((total, row) => total + row.payOutAmount, 0);
  const won = rows.filter(({ currency }) => currency === 'KRW');
  return {
    pending: sum(won.filter((row) => addDays(row.paidOutDate, -2) <= date && date < row.paidOutDate)),
    available: sum(won.filter((row) => row.paidOutDate <= date)),
  };
}
