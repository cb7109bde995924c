import type { History, Seller } from '../testing/build-market.js';
import type { BookPayout, Evidence } from './evidence.js';

const isActive = ({ status }: BookPayout): boolean =>
  status === 'REQUESTED' || status === 'IN_PROGRESS' || status === 'COMPLETED';
export const sumOf = (payouts: readonly BookPayout[]): bigint =>
  payouts.reduce((sum, { amount }) => sum + amount.minor, 0n);

const WEEKLY_LIMIT = 10_000_000n;
const WEEK_MS = 7 * 86_400_000;
const MINIMUM_PAYOUT = 1_000n;

/** No seller got more than was earned, none was forgotten, and every won is accounted for. */
export function judgeSellers(history: History, evidence: Evidence): string[] {
  const { dates, plan } = history;
  const missing = dates.slice(0, 1).filter((date) => !evidence.runs.has(date));
  const found = missing.map((date) => `the run of ${date} was never drafted (I2)`);
  // Correct: a run that people stopped pays no seller.
  const isPaidOut = dates.every((date) => ['closed', undefined].includes(evidence.runs.get(date)));
  for (const seller of history.sellers) {
    const book = evidence.book.filter(({ destination }) => destination === seller.providerSellerId);
    found.push(
      ...overpaid(seller, book),
      ...unexplained(seller, book, evidence),
      ...weekly(seller, book),
      ...unstated(seller, dates[0] ?? '', evidence),
      ...(isPaidOut ? unpaid(seller, book) : []),
    );
  }
  return found.map((text) => `${text} [${plan.decision}]`);
}

function overpaid({ sellerId, plan }: Seller, book: readonly BookPayout[]): string[] {
  const active = sumOf(book.filter(isActive));
  return active > plan.amount
    ? [`${sellerId} earned ${plan.amount} won and the provider has payouts of ${active} for it (I1)`]
    : [];
}

/** Balances plus money at the bank, less debt, equals earnings less refunds. */
function unexplained({ sellerId, plan, refunded }: Seller, book: readonly BookPayout[], evidence: Evidence): string[] {
  const balances = evidence.balances.get(sellerId) ?? { payable: 0n, reserved: 0n, debt: 0n };
  const { payable, reserved, debt } = balances;
  const completed = sumOf(book.filter(({ status }) => status === 'COMPLETED'));
  const earned = plan.amount - refunded.amount;
  const held = payable + reserved - debt + completed;
  return [
    ...(held === earned
      ? []
      : [
          `${sellerId} earned ${earned} won; ${completed} paid, ${payable} payable, ${reserved} reserved, ${debt} owed (I8)`,
        ]),
    ...(payable < 0n || reserved < 0n || debt < 0n ? [`${sellerId} has a negative balance (I4)`] : []),
  ];
}

const momentOf = ({ requestedAt }: BookPayout): number => requestedAt?.getTime() ?? 0;

function weekly({ sellerId, plan }: Seller, book: readonly BookPayout[]): string[] {
  if (plan.kind !== 'limited') return [];
  const active = book.filter(isActive);
  const isOver = active.some((last) => {
    const week = active.filter((one) => momentOf(one) <= momentOf(last) && momentOf(one) > momentOf(last) - WEEK_MS);
    return sumOf(week) > WEEKLY_LIMIT;
  });
  return isOver ? [`${sellerId} got more than ${WEEKLY_LIMIT} won within a week (I9)`] : [];
}

/** Every seller with money on the date has a statement of the date, except where a refund took everything before. */
function unstated({ sellerId, plan }: Seller, date: string, { statements, runs }: Evidence): string[] {
  const isDue = plan.kind !== 'refunded' && runs.has(date);
  return isDue && !statements.has(`${sellerId}/${date}`) ? [`${sellerId} has no statement of ${date} (I2)`] : [];
}

/** A seller without trouble of its own is paid in full, whatever happened around it. */
function unpaid({ sellerId, plan }: Seller, book: readonly BookPayout[]): string[] {
  const completed = sumOf(book.filter(({ status }) => status === 'COMPLETED'));
  const promised = plan.kind === 'limited' && plan.amount > WEEKLY_LIMIT ? WEEKLY_LIMIT : plan.amount;
  const isOwed = (plan.kind === 'plain' || plan.kind === 'limited') && promised >= MINIMUM_PAYOUT;
  return isOwed && completed !== promised ? [`${sellerId} is owed ${promised} won and got ${completed} (I2)`] : [];
}
