import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import { date, int, jsonb, manyRows, statement, text } from '@jeongsan/sql';
import { settledDates, type SettledDates } from '../records/settlement-arithmetic.js';
import { CONFIRM_MINUTES, minutesAfter, OPEN_MINUTES } from '../payments/open-payment.js';
import { OTHER_FEE_RATE } from '../records/fees.js';
import type { Call } from '../world.js';
import { type DetailsTemplate, detailsTemplates } from './seed-details.js';
import type { Planted } from './planted.js';

const BATCH_MAX = 50_000;
const DAY_SECONDS = 86_400;
const DEPOSIT_DAYS = 7;

/**
 * Seeds payments in every state, spread evenly over the days before today, with their records and their part of the
 * balance.
 */
export async function seedPayments(call: Call, { seed, prefix, payments, days }: Planted): Promise<void> {
  const { merchant, calendar, env } = call.world;
  const today = businessDateOf(call.now);
  const first = addDays(today, -days);
  const dates = Array.from({ length: days }, (_, day) => {
    const date = addDays(first, day);
    return { date, ...settledDates(date, merchant.settings, calendar) };
  });
  const templates = detailsTemplates(minutesAfter(call.now, DEPOSIT_DAYS * 24 * 60)).map((template) => ({
    ...template,
    feeRate: merchant.settings.feeRates[template.method] ?? OTHER_FEE_RATE,
  }));
  for (let from = 1; from <= payments; from += BATCH_MAX) {
    await PLANT.rows(call.sql, {
      seed,
      prefix,
      from,
      until: Math.min(from + BATCH_MAX - 1, payments),
      payments,
      start: instantAt(first, '00:00:00'),
      seconds: days * DAY_SECONDS,
      day: dates,
      template: templates,
      mId: env.M_ID,
      now: call.now,
      openUntil: minutesAfter(call.now, OPEN_MINUTES),
      confirmUntil: minutesAfter(call.now, CONFIRM_MINUTES),
      etcFeeRate: merchant.settings.etcFeeRate,
    });
  }
}

// The SQL repeats the arithmetic of settlement-arithmetic.ts and cancel-payment.ts for many rows at once; the spec of
// the seed compares both. A draw is a pseudo-random number of the seed for each payment, from 0 up to a million.
const PLANT = statement(
  `
  with template as (
    select method, details, amount_at, rate, row_number() over (partition by method order by place) - 1 as variant,
      count(*) over (partition by method) as variants
    from :template.unnest with ordinality as t(:template.columns, place)),
  day as (
    select * from :day.unnest as d(:day.columns)),
  drawn as (
    select i, (hashint8extended(i, :seed::bigint) & 9223372036854775807) % 1000000 as state_draw,
      (hashint8extended(i, :seed::bigint + 1) & 9223372036854775807) % 1000000 as method_draw,
      (hashint8extended(i, :seed::bigint + 2) & 9223372036854775807) % 1000000 as amount_draw,
      :start::timestamptz + make_interval(secs => floor((i - 1)::float8 * :seconds::int / :payments::int)) as at
    from generate_series(:from::bigint, :until::bigint) as i),
  stated as (
    select *, case when state_draw < 850000 then 'DONE' when state_draw < 910000 then 'CANCELED' when state_draw < 950000 then 'PARTIAL_CANCELED'
        when state_draw < 970000 then 'ABORTED' when state_draw < 990000 then 'EXPIRED' when state_draw < 997000 then 'WAITING_FOR_DEPOSIT'
        when state_draw < 998500 then 'READY' else 'IN_PROGRESS' end as status,
      1000 + amount_draw % 500 * 100 as total, (at at time zone 'Asia/Seoul')::date as occurred_on
    from drawn),
  p as (
    select stated.*, template.method, template.rate, case when amount_at = '' then details
        else jsonb_set(details, array[amount_at, 'amount'], to_jsonb(total)) end as details,
      status in ('DONE', 'CANCELED', 'PARTIAL_CANCELED') as is_approved,
      case status when 'CANCELED' then total when 'PARTIAL_CANCELED' then total / 2 else 0 end as canceled,
      case when amount_draw < 50000 and status <> 'CANCELED' then total / 10 else 0 end as tax_free,
      least(at + interval '1 hour', (occurred_on + time '23:59:59') at time zone 'Asia/Seoul') as canceled_at,
      :mId || to_char(at at time zone 'Asia/Seoul', 'YYYYMMDDHH24MISS') || 's' || :prefix || lpad(i::text, 7, '0') as payment_key,
      'seed-' || :prefix || '-' || lpad(i::text, 7, '0') as order_id, 'txrd_s' || :prefix || lpad(i::text, 7, '0') as transaction,
      total * template.rate / 100000 as base_fee, total * :etcFeeRate::int / 100000 as etc_fee
    from stated join template on template.method = case
        when status = 'WAITING_FOR_DEPOSIT' then '가상계좌' when method_draw < 600000 then '카드' when method_draw < 760000 then '간편결제'
        when method_draw < 900000 then '계좌이체' else '휴대폰' end
      and template.variant = amount_draw % template.variants),
  paid as (
    insert into payment (payment_key, order_id, order_name, type, method, status, total_amount, balance_amount, tax_free_amount,
      tax_exemption_amount, use_escrow, culture_expense, fees, capture_on, paid_out_on, requested_at, approved_at, expires_at,
        last_transaction_key, secret,
      details, cancels, failure)
    select payment_key, order_id, '주문 ' || i, 'NORMAL', method, status, total, total - canceled, tax_free, 0, false, false,
      case when is_approved then array[base_fee, 0, 0, 0, etc_fee] else '{0,0,0,0,0}' end,
        case when is_approved then occurred_on + 1 end,
      case when is_approved then (select paid_out_date from day where day.occurred_on = p.occurred_on) end,
      case when status in ('READY', 'IN_PROGRESS') then :now::timestamptz else at - interval '1 minute' end,
      case when is_approved then at end,
        case status when 'READY' then :openUntil::timestamptz when 'IN_PROGRESS' then :confirmUntil::timestamptz end,
      case when is_approved then transaction || case when canceled > 0 then 'c' else 'a' end end,
      'ps_' || substr(md5(payment_key), 1, 27), details,
      case when canceled > 0 then jsonb_build_array(jsonb_build_object('cancelAmount', canceled, 'cancelReason', '구매자 변심',
        'taxFreeAmount', 0, 'taxExemptionAmount', 0, 'refundableAmount', total - canceled, 'transferDiscountAmount', 0,
        'easyPayDiscountAmount', 0, 'canceledAt', to_char(canceled_at at time zone 'Asia/Seoul',
          'YYYY-MM-DD"T"HH24:MI:SS') || '+09:00',
        'transactionKey', transaction || 'c', 'receiptKey', null, 'cancelStatus', 'DONE', 'cancelRequestId', null)) end,
      case status when 'ABORTED' then '{"code":"REJECT_CARD_PAYMENT","message":"한도초과 혹은 잔액부족으로 결제에 실패했습니다."}'::jsonb end
    from p order by i),
  moved as (
    select payment_key, order_id, method, occurred_on, at, transaction || 'a' as transaction_key, 'DONE' as status, total as amount,
      base_fee, etc_fee,
      1 as sign
    from p where is_approved
    union all
    select payment_key, order_id, method, occurred_on, canceled_at, transaction || 'c', status, canceled,
      base_fee * canceled / total, etc_fee * canceled / total, -1
    from p where canceled > 0),
  charged as (
    select *, base_fee + etc_fee as fee from moved join day using (occurred_on)),
  recorded as (
    insert into payment_transaction (transaction_key, payment_key, order_id, method, use_escrow, status, amount, transaction_at)
    select transaction_key, payment_key, order_id, method, false, status, amount, at from moved order by at, transaction_key),
  settled as (
    insert into settlement (transaction_key, payment_key, amount, fee, fees, supply_amount, vat, pay_out_amount, occurred_on,
      sold_date,
      pending_from, paid_out_date)
    select transaction_key, payment_key, sign * amount, sign * fee, array[sign * base_fee, 0, 0, 0, sign * etc_fee],
      sign * (fee - (fee * 2 + 11) / 22), sign * ((fee * 2 + 11) / 22),
      sign * (amount - fee), occurred_on, sold_date, pending_from, paid_out_date
    from charged order by at, transaction_key)
  insert into settlement_day (paid_out_date, pending_from, shard, pay_out_amount)
  select paid_out_date, pending_from, 0, sum(sign * (amount - fee)) from charged group by 1, 2
  on conflict (paid_out_date, pending_from, shard)
    do update set pay_out_amount = settlement_day.pay_out_amount + excluded.pay_out_amount`,
  {
    template: manyRows<DetailsTemplate & Readonly<{ feeRate: number }>>({
      method: text(({ method }) => method),
      details: jsonb(({ details }) => details),
      amount_at: text(({ amountAt }) => amountAt),
      rate: int(({ feeRate }) => feeRate),
    }),
    day: manyRows<SettledDates & Readonly<{ date: string }>>({
      occurred_on: date((day) => day.date),
      sold_date: date(({ soldDate }) => soldDate),
      pending_from: date(({ pendingFrom }) => pendingFrom),
      paid_out_date: date(({ paidOutDate }) => paidOutDate),
    }),
  },
);
