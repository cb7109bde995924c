import { randomUUID } from 'node:crypto';
import { addDays } from '@jeongsan/calendar';
import { breakClass, type BreakClass, type ResolutionWay } from '@jeongsan/platform-contract';
import {
  balanceOn,
  bookUnallocated,
  listCorrectly,
  NIGHT,
  refund,
  type Sale,
  sell,
  settlementOf,
  SOLD_ON,
  transactionOf,
} from '../testing/market-day.js';
import { night } from '../testing/night.js';
import { bookPaidPayout } from '../testing/paid-payout.js';
import {
  BrokenNights,
  contractFee,
  type DayClass,
  unprovenOf,
  openBreaksOf,
  proofOf,
  provenAgain,
  settle,
} from '../testing/settled-break.js';
import type { WireSettlement, WireTransaction } from '../testing/wrong-provider.js';

jest.setTimeout(120_000);
const AFTER = '2026-11-20';
/** The night on which the money of all rows has become available. */
const PAID_OUT = '2026-11-23';
const world = new BrokenNights();
beforeEach(() => world.open(), 120_000);
afterEach(() => world.close());

const transactionFor = (key: string) => of(world.provider.transactions, key);
const rowFor = (key: string) => of(world.provider.settlements, key);
function of<T extends { transactionKey: string }>(list: readonly T[], key: string): T {
  const found = list.find((one) => one.transactionKey === key);
  if (!found) throw new Error(`The provider has no record ${key}`);
  return found;
}
const strangeSale = (name: string): Sale => ({
  ...{
    paymentId: randomUUID(),
    paymentKey: `pay-${name}`,
    orderId: `order-${name}`,
    transactionKey: `txn-${name}`,
    amount: 7_000n,
  },
  approvedAt: new Date(`${SOLD_ON}T12:00:00+09:00`),
});
const onTransaction =
  (changed: Partial<WireTransaction>, key = 'txn-a') =>
  () =>
    void Object.assign(transactionFor(key), changed);
const onRow =
  (change: (row: WireSettlement) => Partial<WireSettlement>, key = 'txn-a') =>
  () =>
    void Object.assign(rowFor(key), change(rowFor(key)));
const without = (list: 'transactions' | 'settlements', key: string) => () => {
  const [gone] = world.provider[list].splice(
    world.provider[list].findIndex((one) => one.transactionKey === key),
    1,
  );
  if (!gone) throw new Error(`The provider has no record ${key}`);
};

/** A payout of 3,000 won that we paid, listed as the provider has it; null: not listed. */
const paidHere = (theirs: Readonly<{ amount: number; status: string }> | null) => async () => {
  await bookPaidPayout(world.db, 'ref-a', 3_000n);
  if (theirs) world.provider.payouts.push({ id: 'payout-a', refPayoutId: 'ref-a', payoutDate: SOLD_ON, ...theirs });
};

const EIGHT_DAYS_BEFORE = new Date('2026-11-10T12:00:00+09:00');
/** A contract with a lower fee than the provider takes. */
const contractedFee = () => contractFee(world.db, { method: '카드', rate: 3_200 });

const turnedOver = (row: WireSettlement): Partial<WireSettlement> => ({
  ...{ amount: -row.amount, fee: -row.fee, fees: row.fees.map(({ type, fee }) => ({ type, fee: -fee })) },
  ...{ supplyAmount: -row.supplyAmount, vat: -row.vat, payOutAmount: -row.payOutAmount },
});

// prettier-ignore
/** How the provider comes to differ from our books, for classes of its transactions, settlement rows, payouts and balances. */
const plants: Readonly<Record<DayClass, () => unknown>> = {
  MISSING_TRANSACTION:      without('transactions', 'txn-a'),
  UNKNOWN_TRANSACTION:      () => listCorrectly(world.provider, [strangeSale('x')]),
  DUPLICATE_TRANSACTION:    () => world.provider.transactions.push({ ...transactionFor('txn-a'), transactionKey: 'txn-a-again' }),
  ORPHAN_CANCEL:            () => world.provider.transactions.push(transactionOf({ sale: strangeSale('x'), transactionKey: 'txn-x-back', amount: 7_000n, canceledAt: strangeSale('x').approvedAt })),
  SWAPPED_KEYS:             () => { const [a, b] = [rowFor('txn-a'), rowFor('txn-b')]; [a.transactionKey, b.transactionKey] = [b.transactionKey, a.transactionKey]; },
  TRANSACTION_PAYMENT:      onTransaction({ paymentKey: 'pay-x' }),
  TRANSACTION_SIGN:         onTransaction({ status: 'DONE' }, 'txn-back'),
  TRANSACTION_CURRENCY:     onTransaction({ currency: 'JPY' }),
  TRANSACTION_AMOUNT:       onTransaction({ amount: 10_500 }),
  TRANSACTION_STATUS:       onTransaction({ status: 'CANCELED' }, 'txn-back'),
  FOREIGN_CURRENCY:         () => world.provider.transactions.push({ ...transactionOf({ ...strangeSale('usd'), amount: 7_000n }), currency: 'USD', amount: 70 }),
  MISSING_SETTLEMENT:       without('settlements', 'txn-a'),
  UNKNOWN_SETTLEMENT:       () => world.provider.settlements.push(settlementOf(strangeSale('x'))),
  DUPLICATE_SETTLEMENT:     () => world.provider.settlements.push({ ...rowFor('txn-a'), transactionKey: 'txn-a-again' }),
  SETTLEMENT_PAYMENT:       onRow(() => ({ paymentKey: 'pay-x' })),
  SETTLEMENT_SIGN:          onRow((row) => turnedOver(row), 'txn-back'),
  SETTLEMENT_CURRENCY:      onRow(() => ({ currency: 'JPY' })),
  SETTLEMENT_AMOUNT:        onRow((row) => ({ amount: row.amount + 500, payOutAmount: row.payOutAmount + 500 })),
  SETTLEMENT_ARITHMETIC:    onRow((row) => ({ fees: [{ type: 'BASE', fee: row.fee + 5 }] })),
  SETTLEMENT_VAT:           onRow((row) => ({ vat: row.vat + 3, supplyAmount: row.supplyAmount - 3 })),
  SETTLEMENT_PAYOUT_AMOUNT: onRow((row) => ({ payOutAmount: row.payOutAmount - 5 })),
  ORDER_AMOUNT:             () => world.db.query(`update gateway.orders set total = total + 500 where order_id = 'order-a'`),
  UNKNOWN_PAYOUT:           () => world.provider.payouts.push({ id: 'payout-x', refPayoutId: 'ref-x', payoutDate: SOLD_ON, amount: 7_000, status: 'REQUESTED' }),
  SETTLEMENT_FEE:           contractedFee,
  UNALLOCATED:              () => bookUnallocated(world.db, { ...strangeSale('x'), approvedAt: EIGHT_DAYS_BEFORE }),
  MISSING_PAYOUT:           paidHere(null),
  DUPLICATE_PAYOUT:         async () => { await paidHere({ amount: 3_000, status: 'COMPLETED' })(); world.provider.payouts.push(...world.provider.payouts.slice(-1).map((one) => ({ ...one, id: `${one.id}-again` }))); },
  PAYOUT_AMOUNT:            paidHere({ amount: 3_500, status: 'COMPLETED' }),
  PAYOUT_STATUS:            paidHere({ amount: 3_000, status: 'FAILED' }),
  BALANCE_PENDING:          () => undefined,
  BALANCE_AVAILABLE:        () => undefined,
};
/** Won that left the provider by payouts: when a person books the difference, and when our books were right. */
const paidOut: Partial<Record<BreakClass, Readonly<{ adjust: number; otherwise: number }>>> = {
  MISSING_PAYOUT: { adjust: 0, otherwise: 3_000 },
  UNKNOWN_PAYOUT: { adjust: 7_000, otherwise: 0 },
  DUPLICATE_PAYOUT: { adjust: 6_000, otherwise: 3_000 },
  PAYOUT_AMOUNT: { adjust: 3_500, otherwise: 3_000 },
  PAYOUT_STATUS: { adjust: 0, otherwise: 3_000 },
};
/** The provider's balance on a date; for the classes of balances, 700 won more than its rows say. */
function balanceOf(kind: BreakClass, way: ResolutionWay, date: string): { pending: number; available: number } {
  const { pending, available } = balanceOn(world.provider.settlements, date);
  const left = paidOut[kind]?.[way === 'adjust' ? way : 'otherwise'] ?? 0;
  return {
    pending: pending + (kind === 'BALANCE_PENDING' ? 700 : 0),
    available: Math.max(available - left, 0) + (kind === 'BALANCE_AVAILABLE' ? 700 : 0),
  };
}
const cases = (Object.keys(plants) as DayClass[]).flatMap((kind) =>
  breakClass(kind).ways.map((way) => [kind, way] as const),
);

const SETTLED_AT = new Date(`${NIGHT}T10:00:00+09:00`);

test.each(cases)('%s settled by %s: the night itself is proven, and the nights after', async (kind, way) => {
  const { db, provider, api } = world;
  const sales = [await sell(db, 'a', 10_000n), await sell(db, 'b', 20_000n)] as const;
  const back = await refund(db, sales[1], 'back', 5_000n);
  if (kind === 'FOREIGN_CURRENCY') await bookUnallocated(db, strangeSale('usd'), 'USD');
  listCorrectly(provider, [...sales, back]);
  await plants[kind]();
  const play = async (date: string) => {
    provider.balance = balanceOf(kind, way, date);
    await night(db, api, date);
    return proofOf(db, date);
  };
  // Money without an order is listed by name, and leaves no equation open.
  expect((await play(NIGHT)).state).toBe(kind === 'UNALLOCATED' ? 'PROVEN_WITH_EXCEPTIONS' : 'UNPROVEN');
  const found = await openBreaksOf(db);
  expect(found.map((one) => one.class)).toContain(kind);
  for (const one of found) await settle(db, one, one.class === kind ? way : 'expect', SETTLED_AT);
  const nights = [await provenAgain(db, NIGHT, SETTLED_AT)];
  let overdue = 0;
  for (let date = AFTER; date <= PAID_OUT; date = addDays(date, 1)) {
    const played = await play(date);
    const late = (await openBreaksOf(db)).filter((one) => one.class === 'OVERDUE_SETTLEMENT');
    for (const one of late) await settle(db, one, 'expect', SETTLED_AT);
    overdue += late.length;
    nights.push(late.length > 0 ? await provenAgain(db, date, SETTLED_AT) : played);
  }
  // An expected row that is missing: a break of its own once it is overdue.
  const isExpected = kind === 'FOREIGN_CURRENCY' || (kind === 'MISSING_SETTLEMENT' && way === 'expect');
  expect(overdue).toBe(isExpected ? 1 : 0);
  expect(unprovenOf(nights)).toEqual([]);
});
