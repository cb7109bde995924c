import { addDays, type Calendar, type DateText, monthEndOf, weekdayOf } from '@jeongsan/calendar';
import { divide } from '@jeongsan/money';
import type { Settings } from '../merchant/merchant.js';

export type SettledAmounts = Readonly<{
  amount: bigint;
  fee: bigint;
  supplyAmount: bigint;
  vat: bigint;
  payOutAmount: bigint;
}>;

/** The settlement of a transaction. The fee includes its VAT; a cancel has the negative amounts of an approval. */
export function settledAmounts(amount: bigint, fee: bigint): SettledAmounts {
  const vat = divide(fee, 11n, 'half-up');
  return { amount, fee, supplyAmount: fee - vat, vat, payOutAmount: amount - fee };
}

export type SettledDates = Readonly<{ soldDate: DateText; pendingFrom: DateText; paidOutDate: DateText }>;

/**
 * The soldDate and paidOutDate of a transaction of `date`, and the date from which the balance shows the transaction as
 * pending.
 */
export function settledDates(
  date: DateText,
  settings: Pick<Settings, 'settlementCycle' | 'payoutLagBusinessDays'>,
  calendar: Calendar,
): SettledDates {
  const soldDate = soldDates[settings.settlementCycle](date);
  // ASSUMED: the lag counts business days; the published samples fit both ways of counting.
  const paidOutDate = calendar.addBusinessDays(soldDate, settings.payoutLagBusinessDays);
  // ASSUMED: "about 2 days before the settlement cycle ends" means two calendar days, but not before the record can be
  // read.
  const shown = latest(addDays(paidOutDate, -PENDING_DAYS), addDays(date, 1));
  return { soldDate, paidOutDate, pendingFrom: shown < paidOutDate ? shown : paidOutDate };
}

const PENDING_DAYS = 2;
const latest = (a: DateText, b: DateText): DateText => (a > b ? a : b);

/** The soldDate of a day in each settlement cycle; a week ends on its Sunday (document 1 section 2.7). */
const soldDates = {
  DAILY: (date) => date,
  WEEKLY: (date) => {
    let day = date;
    while (weekdayOf(day) !== 'SUN') day = addDays(day, 1);
    return day;
  },
  MONTHLY: (date) => monthEndOf(date),
} satisfies Record<Settings['settlementCycle'], (date: DateText) => DateText>;
