import { businessDateOf } from '@jeongsan/calendar';
import type { PaymentRow } from '../payments/payment.js';
import type { Call } from '../world.js';
import { settledAmounts, settledDates } from './settlement-arithmetic.js';

/**
 * Writes an approval or a cancel into the records: the transaction, the settlement row it will become visible as, and the
 * day's part of the balance. `amount` and `fee` are negative for a cancel; the payment names the transaction's key.
 */
export async function recordTransaction(
  { sql, now, world }: Call,
  payment: PaymentRow,
  moved: Readonly<{ amount: bigint; fee: bigint }>,
): Promise<void> {
  const date = businessDateOf(now);
  const { amount, fee, supplyAmount, vat, payOutAmount } = settledAmounts(moved.amount, moved.fee);
  const { soldDate, pendingFrom, paidOutDate } = settledDates(date, world.merchant.settings, world.calendar);
  await sql.rows(INSERT, [
    payment.lastTransactionKey,
    payment.paymentKey,
    payment.orderId,
    payment.method,
    payment.status,
    amount < 0n ? -amount : amount,
    now,
    amount,
    fee,
    supplyAmount,
    vat,
    payOutAmount,
    date,
    soldDate,
    pendingFrom,
    paidOutDate,
    payment.customerKey,
    payment.useEscrow,
  ]);
}

// One statement, as every approval pays for its round trips. Transactions are told apart by whole seconds on the wire,
// so they are stored so; within one, their keys keep the order.
const INSERT = `
  with recorded as (
    insert into payment_transaction (transaction_key, payment_key, order_id, method, status, amount, transaction_at, customer_key, use_escrow)
    values ($1, $2, $3, $4, $5, $6, date_trunc('second', $7::timestamptz), $17, $18)
    returning transaction_key),
  settled as (
    insert into settlement (transaction_key, payment_key, amount, fee, supply_amount, vat, pay_out_amount,
      occurred_on, sold_date, pending_from, paid_out_date)
    select transaction_key, $2, $8, $9, $10, $11, $12, $13, $14, $15, $16 from recorded)
  insert into settlement_day (paid_out_date, pending_from, shard, pay_out_amount)
  values ($16, $15, pg_backend_pid() % 16, $12)
  on conflict (paid_out_date, pending_from, shard)
    do update set pay_out_amount = settlement_day.pay_out_amount + excluded.pay_out_amount`;
