import { addDays } from '@jeongsan/calendar';
import { type Random, seededRandom } from '@jeongsan/random';
import { clearedRow, type Row, type SetPayment, type SetTransaction, transactionOf } from './set-rows.js';

/** The last day of every data set, the first one, and the date of the run that compares them. */
export const LAST_DAY = '2026-11-18';
export const FIRST_DAY = addDays(LAST_DAY, -6);
const PAID_OUT_AFTER_DAYS = 2;

export type SetCancel = {
  id: string;
  payment: SetPayment;
  amount: bigint;
  kind: 'cancel' | 'withdrawal' | 'redeposit';
  key: string;
  at: string;
  day: string;
};
export type SetOrder = { orderId: string; total: bigint; sellerId: string };
export type SetPayout = { ref: string; amount: bigint; state: string; day: string; sellerId: string };
export type ListedPayout = { id: string; ref: string; amount: bigint; status: string; day: string };
export type BankRow = { day: string; amount: bigint; kind: 'settlement' | 'payout' | 'fee'; reference: string | null };

/** All records of a market's week, in every place. A clean set agrees everywhere. */
export type MarketSet = {
  payments: SetPayment[];
  cancels: SetCancel[];
  orders: SetOrder[];
  transactions: SetTransaction[];
  rows: Row[];
  payouts: SetPayout[];
  listed: ListedPayout[];
  /** Null: the bank agrees with rows and payouts as they are when the set is stored. */
  bank: BankRow[] | null;
};

const METHODS = ['카드', '가상계좌', '계좌이체', '간편결제', '휴대폰', '문화상품권'] as const;
const CLOCK = ['00:00:00', '00:30:00', '08:59:59', '09:00:00', '13:07:11', '23:59:59'] as const;
const SALES_PER_DAY = 3;

/** A clean week: every way of paying, partial and late cancels, withdrawn deposits, several accounts, amounts beyond 32 bits. */
export function cleanSet(seed: string): MarketSet {
  const random = seededRandom(seed);
  const set: MarketSet = {
    ...{ payments: [], cancels: [], orders: [], transactions: [], rows: [], payouts: [], listed: [] },
    bank: null,
  };
  const days = Array.from({ length: 7 }, (_, index) => addDays(FIRST_DAY, index));
  for (const [index, day] of days.entries()) {
    for (let sale = 0; sale < SALES_PER_DAY; sale += 1) addSale(set, random, day, `${index}${sale}`, sale);
    addPayouts(set, random, day, index);
  }
  // Each way of going back, on each of the last two days, so that a planter always finds one.
  for (const [index, payment] of set.payments.filter(({ day }) => day >= addDays(LAST_DAY, -2)).entries())
    cancelSome(set, random, payment, index);
  // A cancel of the next morning: its transaction and its row come with the next listing.
  const next = set.payments.find(({ canceled, day }) => canceled === 0n && day === FIRST_DAY);
  if (next) bookCancel(set, next, 1_000n, addDays(LAST_DAY, 1), 'early', 'cancel', false);
  return set;
}

function addSale(set: MarketSet, random: Random, day: string, name: string, place: number): void {
  const amount = random.chance(0.2)
    ? 3_000_000_000n + BigInt(random.integer(0, 999_999))
    : BigInt(random.integer(5_000, 900_000));
  const payment: SetPayment = {
    ...{ id: idOf(random), paymentKey: `pay-${name}`, orderId: `order-${name}`, key: `txn-${name}`, amount, day },
    ...{ canceled: 0n, currency: 'KRW', method: random.pick(METHODS), account: place === 2 ? 'billing1' : '' },
    at: `${day}T${random.pick(CLOCK)}+09:00`,
    isAllocated: true,
  };
  set.payments.push(payment);
  set.orders.push({ orderId: payment.orderId, total: amount, sellerId: `seller-${random.integer(1, 3)}` });
  set.transactions.push(transactionOf(payment, { key: payment.key, amount, status: 'DONE', at: payment.at, day }));
  set.rows.push(clearedRow(payment, { key: payment.key, amount, day, paidOut: addDays(day, PAID_OUT_AFTER_DAYS) }));
}

function cancelSome(set: MarketSet, random: Random, payment: SetPayment, index: number): void {
  const part = BigInt(random.integer(1_000, 2_000));
  const day = LAST_DAY;
  if (index % 3 === 0) return bookCancel(set, payment, part, day, `c${index}`, 'cancel');
  if (index % 3 === 1) {
    bookCancel(set, payment, part, day, `p${index}`, 'cancel');
    return bookCancel(set, payment, payment.amount - part, day, `q${index}`, 'cancel');
  }
  // One payment of these days always stays whole, whatever its method.
  if (payment.method !== '가상계좌' || index === 8) return;
  bookCancel(set, payment, payment.amount, day, `w${index}`, 'withdrawal');
}

/** Books a cancel, and lists and settles it unless the provider will do so only tomorrow. */
export function bookCancel(
  set: MarketSet,
  payment: SetPayment,
  amount: bigint,
  day: string,
  name: string,
  kind: SetCancel['kind'],
  isListed = true,
): void {
  const key = `txn-${payment.paymentKey}-${name}`;
  const at = `${day}T15:00:00+09:00`;
  payment.canceled += amount;
  set.cancels.push({ id: uuidOf(key), payment, amount, kind, key, at, day });
  if (!isListed) return;
  const isWhole = payment.canceled === payment.amount;
  const status = kind === 'withdrawal' ? 'WAITING_FOR_DEPOSIT' : isWhole ? 'CANCELED' : 'PARTIAL_CANCELED';
  set.transactions.push(transactionOf(payment, { key, amount: -amount, status, at, day }));
  set.rows.push(clearedRow(payment, { key, amount: -amount, day, paidOut: addDays(day, PAID_OUT_AFTER_DAYS) }));
}

const states = [
  ['paid', 'COMPLETED'],
  ['paid', 'COMPLETED'],
  ['in_transit', 'IN_PROGRESS'],
  ['failed', 'FAILED'],
] as const;

function addPayouts(set: MarketSet, random: Random, day: string, index: number): void {
  for (const [place, [state, status]] of states.entries()) {
    const ref = `payout-${index}${place}`;
    const amount = BigInt(random.integer(10_000, 500_000_000));
    set.payouts.push({ ref, amount, state, day, sellerId: `seller-${place}` });
    set.listed.push({ id: `provider-${ref}`, ref, amount, status, day });
  }
}

/** The fee of a payout that the bank takes in these sets. */
export const PAYOUT_FEE = 300n;

/** What the bank shows of a set: one deposit a day, one withdrawal for each paid payout, one for the day's fees. */
export function bankOf(set: MarketSet): BankRow[] {
  const rows: BankRow[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day = addDays(day, 1)) {
    const settled = set.rows.filter((row) => row.account === '' && row.paidOutDate === day && row.currency === 'KRW');
    const sum = settled.reduce((total, row) => total + row.payOutAmount, 0n);
    if (sum > 0n) rows.push({ day, amount: sum, kind: 'settlement', reference: null });
    const paid = set.payouts.filter((payout) => payout.state === 'paid' && payout.day === day);
    for (const [place, { ref, amount }] of paid.entries())
      rows.push({ day, amount: -amount, kind: 'payout', reference: place === 0 ? ref : null });
    if (paid.length > 0) rows.push({ day, amount: -PAYOUT_FEE * BigInt(paid.length), kind: 'fee', reference: null });
  }
  return rows;
}

const idOf = (random: Random): string => uuidOf(String(random.fraction()));

/** A UUID that depends on a text only. */
export function uuidOf(text: string): string {
  const draw = seededRandom(text);
  const digits = Array.from({ length: 32 }, () => draw.integer(0, 15).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
