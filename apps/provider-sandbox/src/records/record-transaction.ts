import { businessDateOf } from '@jeongsan/calendar';
import type { PaymentRow } from '../payments/payment.js';
import type { Call } from '../world.js';
import { type Fees, storeFees, sumOfFees } from './fees.js';
import { settledAmounts, settledDates } from './settlement-arithmetic.js';

// ASSUMED: what was paid in another currency is settled in it, and is no part of the balance in won.
/**
 * Writes an approval or a cancel into the records: the transaction, the settlement row it will become visible as, and the
 * day's part of the balance. `amount` and `fees` are negative for a cancel; the payment names the transaction's key.
 * A payment whose settlement the merchant asks for itself is only held ready for it.
 */
export async function recordTransaction(
  { sql, now, world }: Call,
  payment: PaymentRow,
  moved: Readonly<{ amount: bigint; fees: Fees }>,
): Promise<void> {
  const { amount, fee, supplyAmount, vat, payOutAmount } = settledAmounts(moved.amount, sumOfFees(moved.fees));
  const values = [
    payment.lastTransactionKey,
    payment.paymentKey,
    payment.orderId,
    payment.method,
    payment.status,
    amount < 0n ? -amount : amount,
    now,
    payment.customerKey,
    payment.useEscrow,
    payment.currency,
    amount,
    fee,
    storeFees(moved.fees),
    supplyAmount,
    vat,
    payOutAmount,
  ];
  if (payment.captureOn === null) {
    await sql.rows(HOLD, values);
    return;
  }
  const date = businessDateOf(now);
  const { soldDate, pendingFrom, paidOutDate } = settledDates(date, world.merchant.settings, world.calendar);
  await sql.rows(SETTLE, [...values, date, soldDate, pendingFrom, paidOutDate]);
}

// Transactions are told apart by whole seconds on the wire, so they are stored so; within one, their keys keep the order.
const RECORDED = `
  with recorded as (
    insert into payment_transaction (transaction_key, payment_key, order_id, method, status, amount, transaction_at, customer_key,
      use_escrow, currency)
    values ($1, $2, $3, $4, $5, $6, date_trunc('second', $7::timestamptz), $8, $9, $10)
    returning transaction_key, currency)`;

// One statement, as every approval pays for its round trips.
const SETTLE = `${RECORDED},
  settled as (
    insert into settlement (transaction_key, payment_key, currency, amount, fee, fees, supply_amount, vat, pay_out_amount,
      occurred_on, sold_date, pending_from, paid_out_date)
    select transaction_key, $2, currency, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20 from recorded)
  insert into settlement_day (paid_out_date, pending_from, shard, pay_out_amount)
  select $20, $19, pg_backend_pid() % 16, $16 from recorded where currency = 'KRW'
  on conflict (paid_out_date, pending_from, shard)
    do update set pay_out_amount = settlement_day.pay_out_amount + excluded.pay_out_amount`;

const HOLD = `${RECORDED}
  insert into held_settlement (transaction_key, payment_key, amount, fee, fees, supply_amount, vat, pay_out_amount)
  select transaction_key, $2, $11, $12, $13, $14, $15, $16 from recorded`;

/** Writes a transaction that moved no money: an account was issued, or canceled before anybody paid into it. */
export async function recordWithoutMoney({ sql, now }: Call, payment: PaymentRow): Promise<void> {
  await sql.rows(
    `insert into payment_transaction (transaction_key, payment_key, order_id, method, status, amount, transaction_at, customer_key, use_escrow, currency)
     values ($1, $2, $3, $4, $5, 0, date_trunc('second', $6::timestamptz), $7, $8, $9)`,
    [
      payment.lastTransactionKey,
      payment.paymentKey,
      payment.orderId,
      payment.method,
      payment.status,
      now,
      payment.customerKey,
      payment.useEscrow,
      payment.currency,
    ],
  );
}
