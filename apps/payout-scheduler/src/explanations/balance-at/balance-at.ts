import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { withAttachedMonths } from '@jeongsan/nest-kit';
import { refuse, type explainSellerBalance } from '@jeongsan/platform-contract';
import type { Reader } from '@jeongsan/settlement';
import { forecastHeadroom, type PayoutPolicy } from '@jeongsan/payouts';
import { countedPayouts } from '../../payouts/dispatch/read-headroom/counted-payouts.js';
import { type Pending, pendingOfSeller, waitsFor } from '../pending-lines.js';
import { runsShortOfFunds } from '../../payouts/payout-store/balance-cover.js';
import { payoutReason, type Reason, reasonView, withFunds } from '../reason-views.js';
import { type StatementDates, statementDates } from '../statement-dates.js';
import { type AccountBalance, accountBalances, type SellerAccount } from './account-balances.js';
import {
  carriedBecause,
  holdsAt,
  type Kept,
  type OpenHold,
  reservesAt,
  sellerExists,
  type Underway,
  underwayAt,
} from './expected-money.js';

type Balance = Output<typeof explainSellerBalance>;
type Expected = Balance['expected'][number];
type Viewpoint = Readonly<{ sellerId: string; reader: Reader; today: string; dates: StatementDates }>;

/**
 * A seller's accounts at an instant of business time, their postings, and the expected payments from them as far as
 * known today. @throws SELLER_NOT_FOUND, LEDGER_MONTH_DETACHED.
 */
export async function balanceAt(
  db: Executor,
  sellerId: string,
  query: Input<typeof explainSellerBalance>['query'],
  policy: Pick<PayoutPolicy, 'calendar' | 'weeklyLimit'>,
  now: Date,
): Promise<Balance> {
  if (!(await sellerExists(db, sellerId))) throw refuse('SELLER_NOT_FOUND', `There is no seller ${sellerId}`);
  const at = query.at ?? now;
  const dates = await statementDates(db, [sellerId], policy.calendar);
  const reader: Reader = { language: query.lang, audience: query.audience };
  const viewpoint: Viewpoint = { sellerId, reader, today: businessDateOf(at), dates };
  const accounts = await withAttachedMonths(() => accountBalances(db, sellerId, at));
  const balanceOf = (account: SellerAccount) => accounts.find((a) => a.account === account)?.balance ?? 0n;
  const holds = await holdsAt(db, sellerId, at);
  const pendingLines = await pendingOfSeller(db, sellerId, at);
  const underway = await underwayAt(db, sellerId, at);
  const shortRuns = query.at === undefined ? await runsShortOfFunds(db, policy.calendar, now) : new Map<string, null>();
  const code = await carriedBecause(db, sellerId, at);
  // The end of the weekly limit is computed for the present only; for an instant in the past only the reason is given.
  const isLimited = code === 'WEEKLY_LIMIT' && query.at === undefined;
  const from = isLimited ? await limitedUntil(db, sellerId, balanceOf('payable'), policy, now) : null;
  const carried = { code, from: from ?? viewpoint.today };
  const expected = [
    ...pendingRows(pendingLines, viewpoint),
    ...payableRows(balanceOf('payable'), carried, holds, viewpoint),
    ...underway.map((payout) => reservedRow(withFunds(payout, shortRuns), viewpoint)),
    ...reserveRows(balanceOf('reserve'), await reservesAt(db, sellerId, at), viewpoint),
    ...debtRows(balanceOf('debt'), viewpoint),
  ];
  return {
    sellerId,
    at,
    accounts,
    expected: expected.sort(byDate),
    holds: holds.map((hold) => holdView(hold, reader)),
    unexplained: unexplainedOf(accounts, expected, pendingLines),
  };
}

const byDate = (a: Expected, b: Expected): number =>
  (a.statementDate ?? '9999').localeCompare(b.statementDate ?? '9999');
const lateOf = (a: string, b: string): string => (a < b ? b : a);

/** Pending lines with the same cause and the same date form one row. */
function pendingRows(lines: readonly Pending[], { sellerId, reader, today, dates }: Viewpoint): Expected[] {
  const rows = new Map<string, Expected>();
  for (const line of lines) {
    const { code, date } = waitsFor(line, today);
    const before = rows.get(`${code}/${date}`);
    const amount = line.amount + (before?.amount ?? 0n);
    rows.set(`${code}/${date}`, {
      account: 'pending',
      amount,
      count: line.count + (before?.count ?? 0),
      statementDate: date === null ? null : dates(sellerId, lateOf(date, today)),
      payoutId: null,
      reason: reasonView(code, reader, { date, amount }),
    });
  }
  return [...rows.values()];
}

/** The reason why the latest statement carried money, and the date from which the reason ends as far as known. */
type Carried = Readonly<{ code: string | null; from: string }>;

/** The first date on which the weekly limit allows the whole payable amount. */
async function limitedUntil(
  db: Executor,
  sellerId: string,
  payable: bigint,
  { weeklyLimit }: Pick<PayoutPolicy, 'weeklyLimit'>,
  now: Date,
): Promise<string | null> {
  const counted = (await countedPayouts(db, [sellerId], now)).get(sellerId) ?? [];
  return forecastHeadroom(counted, weeklyLimit, payable, now).fitsOn;
}

/**
 * The payable money with the reason why it was not paid: an open hold, or the reason of the latest statement that
 * carried it.
 */
function payableRows(amount: bigint, carried: Carried, holds: readonly OpenHold[], viewpoint: Viewpoint): Expected[] {
  if (amount === 0n) return [];
  const hold = holds.find(({ scope }) => scope === 'SELLER');
  const date = hold ? hold.releaseOn : carried.from;
  const statementDate = date === null ? null : viewpoint.dates(viewpoint.sellerId, lateOf(date, viewpoint.today));
  const code = hold?.reason ?? carried.code ?? 'WAITS_FOR_STATEMENT';
  const reason = reasonView(code, viewpoint.reader, { date: hold ? hold.releaseOn : statementDate, amount });
  return [{ account: 'payable', amount, count: 1, statementDate, payoutId: null, reason }];
}

/**
 * A payout whose statement is closed, with the payout's date. A payout that ended after the requested instant is shown
 * as under way.
 */
function reservedRow(payout: Underway, { reader }: Viewpoint): Expected {
  const { amount, payoutId, payoutDate: date } = payout;
  const facts = { amount, date };
  const reason: Reason = payout.endedLater
    ? reasonView(payout.sent ? 'AT_THE_BANK' : 'WAITS_FOR_DISPATCH', reader, facts)
    : payoutReason(payout, reader, facts);
  return { account: 'reserved', amount, count: 1, statementDate: null, payoutId, reason };
}

/** Reserves by release date; a reserve released after the requested instant has no release date any more. */
function reserveRows(
  balance: bigint,
  reserves: readonly Kept[],
  { sellerId, reader, today, dates }: Viewpoint,
): Expected[] {
  const row = ({ releaseOn: date, amount, count }: Kept): Expected => {
    const statementDate = date === null ? null : dates(sellerId, lateOf(date, today));
    return {
      account: 'reserve',
      amount,
      count,
      statementDate,
      payoutId: null,
      reason: reasonView('IN_RESERVE', reader, { date, amount }),
    };
  };
  const left = balance - reserves.reduce((sum, { amount }) => sum + amount, 0n);
  return [...reserves, ...(left === 0n ? [] : [{ releaseOn: null, amount: left, count: 1 }])].map(row);
}

function debtRows(debt: bigint, { sellerId, reader, today, dates }: Viewpoint): Expected[] {
  if (debt === 0n) return [];
  const statementDate = dates(sellerId, today);
  const reason = reasonView('OWED_BY_SELLER', reader, { amount: -debt, date: statementDate });
  return [{ account: 'debt', amount: -debt, count: 1, statementDate, payoutId: null, reason }];
}

const holdView = ({ holdId, scope, orderId, reason, amount, releaseOn }: OpenHold, reader: Reader) => ({
  holdId,
  scope,
  orderId,
  reason: reasonView(reason, reader, { amount, date: releaseOn }),
});

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b);
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** The won without an explanation: pending money must equal its lines, reserved money its payouts. */
function unexplainedOf(
  accounts: readonly AccountBalance[],
  expected: readonly Expected[],
  lines: readonly Pending[],
): bigint {
  const differences = accounts
    .filter(({ account }) => account === 'pending' || account === 'reserved')
    .map(({ account, balance }) => {
      const rows = expected.filter((row) => row.account === account);
      return distance(balance, total(rows.map((row) => row.amount)));
    });
  return total([...differences, ...lines.map((line) => (line.overdue ? distance(line.amount, 0n) : 0n))]);
}
