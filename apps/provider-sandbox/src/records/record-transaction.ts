import { businessDateOf } from '@jeongsan/calendar';
import type { PaymentRow } from '../payments/payment-row.js';
import type { Call, Transacted } from '../world.js';
import { type Fees, storeFees, sumOfFees } from './fees.js';
import { settledAmounts, settledDates } from './settlement-arithmetic.js';

/** An approval or a cancel; `amount` and `fees` are negative for a cancel, and the payment names the transaction's key. */
export type Moved = Readonly<{ now: Date; payment: PaymentRow; amount: bigint; fees: Fees }>;

export const recordTransaction = (
  call: Call,
  payment: PaymentRow,
  moved: Readonly<{ amount: bigint; fees: Fees }>,
): void => recordTransactions(call, [{ now: call.now, payment, ...moved }]);

// ASSUMED: a payment in a foreign currency is settled in that currency, and is not part of the balance in won.
/**
 * Records approvals and cancels: the transaction, its settlement row, and the day's part of the balance. For a payment
 * with manual settlement the settlement row is only prepared. The statements are not awaited here; the commit waits for
 * them.
 */
export function recordTransactions({ sql, world }: Transacted, moves: readonly Moved[]): void {
  const held = moves.filter(({ payment }) => payment.captureOn === null);
  if (held.length > 0) void sql.rows(HOLD, columnsOf(held));
  const settled = moves.filter(({ payment }) => payment.captureOn !== null);
  if (settled.length === 0) return;
  const dates = settled.map(({ now }) => {
    const date = businessDateOf(now);
    return { date, ...settledDates(date, world.merchant.settings, world.calendar) };
  });
  void sql.rows(SETTLE, [
    ...columnsOf(settled),
    dates.map(({ date }) => date),
    dates.map(({ soldDate }) => soldDate),
    dates.map(({ pendingFrom }) => pendingFrom),
    dates.map(({ paidOutDate }) => paidOutDate),
  ]);
}

function columnsOf(moves: readonly Moved[]): unknown[][] {
  const payments = moves.map(({ payment }) => payment);
  const amounts = moves.map(({ amount, fees }) => settledAmounts(amount, sumOfFees(fees)));
  return [
    payments.map(({ lastTransactionKey }) => lastTransactionKey),
    payments.map(({ paymentKey }) => paymentKey),
    payments.map(({ orderId }) => orderId),
    payments.map(({ method }) => method),
    payments.map(({ customerKey }) => customerKey),
    payments.map(({ useEscrow }) => useEscrow),
    payments.map(({ status }) => status),
    payments.map(({ currency }) => currency),
    moves.map(({ now }) => now),
    amounts.map(({ amount }) => amount),
    amounts.map(({ fee }) => fee),
    moves.map(({ fees }) => `{${storeFees(fees).join(',')}}`),
    amounts.map(({ supplyAmount }) => supplyAmount),
    amounts.map(({ vat }) => vat),
    amounts.map(({ payOutAmount }) => payOutAmount),
  ];
}

// Times are stored in whole seconds, because transactions have whole seconds on the wire; within a second they are
// sorted by key.
const recorded = (types: string, names: string): string => `
  with moved as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::text[], $8::text[],
        $9::timestamptz[], $10::bigint[], $11::bigint[], $12::text[], $13::bigint[], $14::bigint[], $15::bigint[]${types})
      as moved (transaction_key, payment_key, order_id, method, customer_key, use_escrow, status, currency, transaction_at, amount,
        fee, fees, supply_amount, vat, pay_out_amount${names})),
  recorded as (
    insert into payment_transaction (transaction_key, payment_key, order_id, method, customer_key, use_escrow, status, currency,
      amount, transaction_at)
    select transaction_key, payment_key, order_id, method, customer_key, use_escrow, status, currency, abs(amount),
      date_trunc('second', transaction_at)
    from moved)`;

// One statement, as every approval pays for its round trips.
const SETTLE = `${recorded(', $16::date[], $17::date[], $18::date[], $19::date[]', ', occurred_on, sold_date, pending_from, paid_out_date')},
  settled as (
    insert into settlement (transaction_key, payment_key, currency, amount, fee, fees, supply_amount, vat, pay_out_amount,
      occurred_on, sold_date, pending_from, paid_out_date)
    select transaction_key, payment_key, currency, amount, fee, fees::bigint[], supply_amount, vat, pay_out_amount,
      occurred_on, sold_date, pending_from, paid_out_date
    from moved)
  insert into settlement_day (paid_out_date, pending_from, shard, pay_out_amount)
  select paid_out_date, pending_from, pg_backend_pid() % 16, sum(pay_out_amount) from moved where currency = 'KRW'
  group by paid_out_date, pending_from order by paid_out_date, pending_from
  on conflict (paid_out_date, pending_from, shard)
    do update set pay_out_amount = settlement_day.pay_out_amount + excluded.pay_out_amount`;

const HOLD = `${recorded('', '')}
  insert into held_settlement (transaction_key, payment_key, amount, fee, fees, supply_amount, vat, pay_out_amount)
  select transaction_key, payment_key, amount, fee, fees::bigint[], supply_amount, vat, pay_out_amount from moved`;

const RECORD = `${recorded('', '')}
  select`;

/** Records a transaction that moved no money: a virtual account that was issued, or canceled before its deposit. */
export function recordWithoutMoney({ sql, now }: Call, payment: PaymentRow): void {
  void sql.rows(RECORD, columnsOf([{ now, payment, amount: 0n, fees: [] }]));
}
