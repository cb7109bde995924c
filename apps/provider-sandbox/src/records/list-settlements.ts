import { businessDateOf } from '@jeongsan/calendar';
import type { listSettlements as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { PAYMENT_COLUMNS, readCancels, readDetails } from '../payments/payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import { settledDetails } from '../payments/settled-details.js';
import { shownAccount } from '../virtual-accounts/shown-account.js';
import type { World } from '../world.js';
import { interestOf, readFees } from './fees.js';
import type { StoredFees } from '../payments/payment-row.js';

const SIZE_DEFAULT = 100;
const SIZE_MAX = 5000;
/** The largest accepted page number; a larger one is a mistake. */
const PAGE_MAX = 1_000_000;

type SettlementRow = PaymentRow & {
  transactionKey: string;
  amount: bigint;
  settledFee: bigint;
  settledFees: StoredFees;
  supplyAmount: bigint;
  settledVat: bigint;
  payOutAmount: bigint;
  soldDate: string;
  paidOutDate: string;
};

/** Settlement records of a period, from the day after the transaction (document 1 section 4). */
export const listSettlements: Handler<typeof contract> = async ({ sql, world, now }, { query }) => {
  const { page = 1, size = SIZE_DEFAULT, dateType = 'soldDate', startDate, endDate } = query;
  if (startDate > endDate) throw new Refused('INVALID_DATE');
  if (page < 1 || page > PAGE_MAX) throw new Refused('INVALID_REQUEST', { about: ['page'] });
  if (size < 1 || size > SIZE_MAX) throw new Refused('INVALID_REQUEST', { about: ['size'] });
  const rows = await select[dateType].rows<SettlementRow>(sql, {
    startDate,
    endDate,
    today: businessDateOf(now),
    size,
    offset: (page - 1) * size,
    dateType,
  });
  return rows.map((row) => settlementOf(row, world));
};

// The numbers of records per day give the days and positions of a page, so no earlier row is read.
const selectBy = (date: 'sold_date' | 'paid_out_date', position: 'sold_position' | 'paid_out_position') =>
  statement(`
  with listed as (
    select date, occurred_on, (sum(records) over (order by date, occurred_on))::bigint - records as before, records
    from settlement_listed where date_type = :dateType and date between :startDate and :endDate and occurred_on < :today),
  wanted as (
    select date, occurred_on, :offset::bigint - before as after, :offset::bigint + :size::int - before as until
    from listed where before < :offset::bigint + :size::int and before + records > :offset::bigint)
  select ${PAYMENT_COLUMNS}, page.transaction_key as "transactionKey", page.amount, page.fee as "settledFee",
    page.fees as "settledFees", page.supply_amount as "supplyAmount", page.vat as "settledVat",
    page.pay_out_amount as "payOutAmount", page.sold_date as "soldDate", page.paid_out_date as "paidOutDate"
  from wanted
  cross join lateral (
    select * from settlement
    where ${date} = wanted.date and settlement.occurred_on = wanted.occurred_on
      and ${position} > wanted.after and ${position} <= wanted.until and ${position} is not null
    order by ${position} limit :size::int) as page
  join payment using (payment_key)
  order by wanted.date, wanted.occurred_on, page.${position}`);
const select = {
  soldDate: selectBy('sold_date', 'sold_position'),
  paidOutDate: selectBy('paid_out_date', 'paid_out_position'),
} as const;

function settlementOf(row: SettlementRow, { env, clock }: World) {
  const fees = readFees(row.settledFees);
  const cancels = readCancels(row.cancels);
  const { card, easyPay, giftCertificate, mobilePhone, transfer, virtualAccount } = settledDetails(
    readDetails(row.details),
    row,
    cancels,
    clock.now(),
  );
  return {
    mId: env.M_ID,
    paymentKey: row.paymentKey,
    transactionKey: row.transactionKey,
    orderId: row.orderId,
    currency: row.currency,
    method: row.method,
    amount: row.amount,
    interestFee: interestOf(fees),
    fee: row.settledFee,
    fees,
    supplyAmount: row.supplyAmount,
    vat: row.settledVat,
    payOutAmount: row.payOutAmount,
    approvedAt: row.approvedAt ?? row.requestedAt,
    soldDate: row.soldDate,
    paidOutDate: row.paidOutDate,
    card,
    easyPay,
    giftCertificate,
    mobilePhone,
    transfer,
    virtualAccount: shownAccount(virtualAccount, row, clock.now()),
    cancel: cancels?.find(({ transactionKey }) => transactionKey === row.transactionKey) ?? null,
  };
}
