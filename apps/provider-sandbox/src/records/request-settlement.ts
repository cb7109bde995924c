import { businessDateOf } from '@jeongsan/calendar';
import type { requestSettlement as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { lockPayment } from '../payments/payment.js';
import { settledDates } from './settlement-arithmetic.js';

// ASSUMED: the settlement dates count from the day of the request, and cancels made before the request are settled
// along with the payment.
/** Asks the card company for the money of one payment (document 1 section 4; needs the contract for manual settlement). */
export const requestSettlement: Handler<typeof contract> = async ({ sql, world, now }, { body }) => {
  const { settings } = world.merchant;
  if (!settings.manualSettlement) throw new Refused('FORBIDDEN_REQUEST');
  const payment = await lockPayment(sql, body.paymentKey);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  // ASSUMED: only card payments can be settled manually; for any other method NOT_FOUND_METHOD is the answer.
  if (payment.method !== '카드') throw new Refused('NOT_FOUND_METHOD');
  const isOpen = payment.approvedAt !== null && payment.balanceAmount > 0n;
  if (payment.captureOn !== null) throw new Refused('ALREADY_REQUESTED_SETTLEMENT');
  if (!isOpen) throw new Refused('FORBIDDEN_REQUEST');
  const today = businessDateOf(now);
  const { soldDate, pendingFrom, paidOutDate } = settledDates(today, settings, world.calendar);
  await sql.rows('update payment set capture_on = $2, paid_out_on = $3 where payment_key = $1', [
    payment.paymentKey,
    today,
    paidOutDate,
  ]);
  await SETTLE_HELD.rows(sql, {
    paymentKey: payment.paymentKey,
    currency: payment.currency,
    today,
    soldDate,
    pendingFrom,
    paidOutDate,
  });
  return { result: true };
};

const SETTLE_HELD = statement(`
  with asked as (delete from held_settlement where payment_key = :paymentKey returning *),
  settled as (
    insert into settlement (transaction_key, payment_key, currency, amount, fee, fees, supply_amount, vat, pay_out_amount,
      occurred_on, sold_date, pending_from, paid_out_date)
    select transaction_key, payment_key, :currency, amount, fee, fees, supply_amount, vat, pay_out_amount, :today, :soldDate,
      :pendingFrom, :paidOutDate
    from asked order by amount desc, transaction_key)
  insert into settlement_day (paid_out_date, pending_from, shard, pay_out_amount)
  select :paidOutDate, :pendingFrom, pg_backend_pid() % 16, sum(pay_out_amount) from asked
    where :currency = 'KRW' having count(*) > 0
  on conflict (paid_out_date, pending_from, shard)
    do update set pay_out_amount = settlement_day.pay_out_amount + excluded.pay_out_amount`);
