import { businessDateOf } from '@jeongsan/calendar';
import { bigint, bool, type Columns, date, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import type { PaymentRow } from '../payments/payment-row.js';
import type { Call, Transacted } from '../world.js';
import { type Fees, storeFees, sumOfFees } from './fees.js';
import { settledAmounts, type SettledAmounts, settledDates, type SettledDates } from './settlement-arithmetic.js';

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
  if (held.length > 0) void HOLD.rows(sql, { moved: held.map(transactionOf) });
  const settled = moves.filter(({ payment }) => payment.captureOn !== null);
  if (settled.length === 0) return;
  const { merchant, calendar } = world;
  const dated = settled.map((move): SettledTransaction => {
    const occurredOn = businessDateOf(move.now);
    const dates = settledDates(occurredOn, merchant.settings, calendar);
    return { now: move.now, payment: move.payment, fees: move.fees, settled: amountsOf(move), occurredOn, dates };
  });
  void SETTLE.rows(sql, { moved: dated });
}

type Transaction = Omit<Moved, 'amount'> & Readonly<{ settled: SettledAmounts }>;
type SettledTransaction = Transaction & Readonly<{ occurredOn: string; dates: SettledDates }>;

const amountsOf = ({ amount, fees }: Moved): SettledAmounts => settledAmounts(amount, sumOfFees(fees));

// Each field by its name: a spread of objects costs five times the rest, and every confirm comes here.
const transactionOf = (move: Moved): Transaction => ({
  now: move.now,
  payment: move.payment,
  fees: move.fees,
  settled: amountsOf(move),
});

const TRANSACTION = {
  transaction_key: text(({ payment }) => payment.lastTransactionKey),
  payment_key: text(({ payment }) => payment.paymentKey),
  order_id: text(({ payment }) => payment.orderId),
  method: text(({ payment }) => payment.method),
  customer_key: text(({ payment }) => payment.customerKey),
  use_escrow: bool(({ payment }) => payment.useEscrow),
  status: text(({ payment }) => payment.status),
  currency: text(({ payment }) => payment.currency),
  transaction_at: timestamptz(({ now }) => now),
  amount: bigint(({ settled }) => settled.amount),
  fee: bigint(({ settled }) => settled.fee),
  fees: text(({ fees }) => `{${storeFees(fees).join(',')}}`),
  supply_amount: bigint(({ settled }) => settled.supplyAmount),
  vat: bigint(({ settled }) => settled.vat),
  pay_out_amount: bigint(({ settled }) => settled.payOutAmount),
} satisfies Columns<Transaction>;

// Times are stored in whole seconds, because transactions have whole seconds on the wire; within a second they are
// sorted by key.
const RECORDED = `
  with moved as (select * from :moved.unnest as moved(:moved.columns)),
  recorded as (
    insert into payment_transaction (transaction_key, payment_key, order_id, method, customer_key, use_escrow, status, currency,
      amount, transaction_at)
    select transaction_key, payment_key, order_id, method, customer_key, use_escrow, status, currency, abs(amount),
      date_trunc('second', transaction_at)
    from moved)`;

const moved = manyRows<Transaction>(TRANSACTION);

// One statement, because every approval pays for each round trip.
const SETTLE = statement(
  `
  ${RECORDED},
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
    do update set pay_out_amount = settlement_day.pay_out_amount + excluded.pay_out_amount`,
  {
    moved: manyRows<SettledTransaction>({
      ...TRANSACTION,
      occurred_on: date(({ occurredOn }) => occurredOn),
      sold_date: date(({ dates }) => dates.soldDate),
      pending_from: date(({ dates }) => dates.pendingFrom),
      paid_out_date: date(({ dates }) => dates.paidOutDate),
    }),
  },
);

const HOLD = statement(
  `
  ${RECORDED}
  insert into held_settlement (transaction_key, payment_key, amount, fee, fees, supply_amount, vat, pay_out_amount)
  select transaction_key, payment_key, amount, fee, fees::bigint[], supply_amount, vat, pay_out_amount from moved`,
  { moved },
);

const RECORD = statement(
  `
  ${RECORDED}
  select`,
  { moved },
);

/** Records a transaction that moved no money: a virtual account that was issued, or canceled before its deposit. */
export function recordWithoutMoney({ sql, now }: Call, payment: PaymentRow): void {
  void RECORD.rows(sql, { moved: [transactionOf({ now, payment, amount: 0n, fees: [] })] });
}
