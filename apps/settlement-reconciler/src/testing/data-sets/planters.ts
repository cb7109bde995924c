import { addDays } from '@jeongsan/calendar';
import type { BreakClass } from '@jeongsan/platform-contract';
import { bankOf, LAST_DAY, type MarketSet } from './market-set.js';
import { amountsOf, clearedRow, type Row, type SetPayment, type SetTransaction, transactionOf } from './set-rows.js';
import type { Targets } from './targets.js';

/** Where a class is found: by the comparison of a set, or by the part of a run that stores, weighs or verifies. */
type ByMatch = Readonly<{ by: 'match'; plant: (set: MarketSet, targets: Targets) => string }>;
type Elsewhere = Readonly<{ by: 'download' | 'balance' | 'ledger' | 'trail' }>;

const transactionFor = (set: MarketSet, key: string): SetTransaction =>
  found(set.transactions.find((t) => t.key === key));
const rowFor = (set: MarketSet, key: string): Row => found(set.rows.find((row) => row.key === key));
function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('The set lacks the record');
  return one;
}
const without = <T>(list: readonly T[], gone: T): T[] => list.filter((one) => one !== gone);
const stranger = (targets: Targets): SetPayment => ({
  ...{
    id: '',
    paymentKey: `pay-x${targets.random.integer(0, 1e9)}`,
    orderId: 'order-x',
    key: '',
    amount: 0n,
    canceled: 0n,
    currency: 'KRW',
  },
  ...{ method: '카드', account: '', at: `${LAST_DAY}T13:00:00+09:00`, day: LAST_DAY, isAllocated: true },
});

/** A planter that changes one settlement row. */
const onRow = (change: (row: Row, targets: Targets) => void, fits?: (row: Row) => boolean): ByMatch => ({
  by: 'match',
  plant: (_, targets) => {
    const row = targets.row(fits);
    change(row, targets);
    return row.key;
  },
});
/** A planter that changes the listed transaction of a booked payment. */
const onTransaction = (change: (listed: SetTransaction, targets: Targets) => void): ByMatch => ({
  by: 'match',
  plant: (set, targets) => {
    const { key } = targets.payment();
    change(transactionFor(set, key), targets);
    return key;
  },
});
const byMatch = (plant: ByMatch['plant']): ByMatch => ({ by: 'match', plant });

/** Drops the settlement row of a payment of some day, and answers its key. */
const withoutRow = (set: MarketSet, targets: Targets, fits: (payment: SetPayment) => boolean): string => {
  const { key } = targets.payment(fits);
  set.rows = without(set.rows, rowFor(set, key));
  return key;
};

function swapKeys(set: MarketSet, targets: Targets): string {
  const [one, other] = [targets.payment(), targets.payment()];
  const list: { key: string }[] = targets.random.chance(0.5) ? set.rows : set.transactions;
  const [a, b] = [one, other].map(({ key }) => found(list.find((record) => record.key === key)));
  if (a && b) [a.key, b.key] = [b.key, a.key];
  return [one.key, other.key].sort().join(' ');
}

function plantDuplicate(set: MarketSet, targets: Targets): string {
  const row = targets.row((one) => one.amount > 0n);
  if (targets.random.chance(0.5)) {
    row.copies = 2;
    return row.key;
  }
  set.rows.push({ ...row, key: `${row.key}-again` });
  return `${row.key}-again`;
}

function plantOrphan(set: MarketSet, targets: Targets): string {
  const payment = stranger(targets);
  const moved = { key: `${payment.paymentKey}-back`, amount: -5_000n, day: LAST_DAY };
  const where = targets.random.integer(0, 2);
  if (where !== 1) set.transactions.push(transactionOf(payment, { ...moved, status: 'CANCELED', at: payment.at }));
  if (where !== 0)
    set.rows.push({ ...clearedRow({ ...payment, amount: 5_000n }, { ...moved, paidOut: addDays(LAST_DAY, 2) }) });
  return moved.key;
}

function plantForeign(set: MarketSet, targets: Targets): string {
  const name = `usd${targets.random.integer(0, 1e9)}`;
  const payment: SetPayment = {
    ...stranger(targets),
    currency: 'USD',
    isAllocated: false,
    amount: 12_345n,
    key: `txn-${name}`,
    paymentKey: `pay-${name}`,
    orderId: `order-${name}`,
  };
  payment.id = `00000000-0000-4000-8000-${String(targets.random.integer(0, 1e9)).padStart(12, '0')}`;
  set.payments.push(payment);
  set.transactions.push(
    transactionOf(payment, { key: payment.key, amount: payment.amount, status: 'DONE', at: payment.at, day: LAST_DAY }),
  );
  set.rows.push({
    ...clearedRow(payment, { key: payment.key, amount: payment.amount, day: LAST_DAY, paidOut: addDays(LAST_DAY, 2) }),
  });
  return payment.key;
}

const turnOver = (row: Row): void => {
  Object.assign(row, { amount: -row.amount, ...amountsOf(-row.amount, -row.fee) });
};

// prettier-ignore
/** One planter for each class. It changes the set so that exactly one difference of the class exists, and answers its subject. */
export const planters = {
  MISSING_TRANSACTION: byMatch((set, targets) => { const { key } = targets.payment(); set.transactions = without(set.transactions, transactionFor(set, key)); return key; }),
  UNKNOWN_TRANSACTION: byMatch((set, targets) => {
    const payment = targets.payment();
    set.payments = without(set.payments, payment);
    set.orders = set.orders.filter(({ orderId }) => orderId !== payment.orderId);
    return payment.key;
  }),
  DUPLICATE_TRANSACTION: byMatch((set, targets) => {
    const listed = transactionFor(set, targets.payment().key);
    set.transactions.push({ ...listed, key: `${listed.key}-again` });
    return `${listed.key}-again`;
  }),
  ORPHAN_CANCEL: byMatch(plantOrphan),
  SWAPPED_KEYS: byMatch(swapKeys),
  TRANSACTION_PAYMENT: onTransaction((listed, targets) => { listed.paymentKey = stranger(targets).paymentKey; }),
  TRANSACTION_SIGN: byMatch((set, targets) => {
    const listed = transactionFor(set, targets.cancel('cancel').key);
    Object.assign(listed, { amount: -listed.amount, status: 'DONE' });
    return listed.key;
  }),
  TRANSACTION_CURRENCY: onTransaction((listed) => { listed.currency = 'JPY'; }),
  TRANSACTION_AMOUNT: onTransaction((listed, targets) => { listed.amount += targets.sign() * targets.some(); }),
  TRANSACTION_STATUS: byMatch((set, targets) => {
    const { key } = targets.cancel('part');
    transactionFor(set, key).status = 'CANCELED';
    return key;
  }),
  FOREIGN_CURRENCY: byMatch(plantForeign),
  MISSING_SETTLEMENT: byMatch((set, targets) => withoutRow(set, targets, ({ day }) => day > addDays(LAST_DAY, -3))),
  OVERDUE_SETTLEMENT: byMatch((set, targets) => withoutRow(set, targets, ({ day }) => day <= addDays(LAST_DAY, -3))),
  UNKNOWN_SETTLEMENT: byMatch((set, targets) => {
    const payment = { ...stranger(targets), amount: 7_000n };
    set.rows.push(clearedRow(payment, { key: `${payment.paymentKey}-t`, amount: 7_000n, day: LAST_DAY, paidOut: addDays(LAST_DAY, 2) }));
    return `${payment.paymentKey}-t`;
  }),
  DUPLICATE_SETTLEMENT: byMatch(plantDuplicate),
  SETTLEMENT_PAYMENT: onRow((row, targets) => { row.paymentKey = stranger(targets).paymentKey; }),
  SETTLEMENT_SIGN: onRow(turnOver, (row) => row.amount < 0n),
  SETTLEMENT_CURRENCY: onRow((row) => { row.currency = 'JPY'; }),
  SETTLEMENT_AMOUNT: onRow((row, targets) => { const off = targets.some(); row.amount += off; row.payOutAmount += off; }),
  SETTLEMENT_ARITHMETIC: onRow((row, targets) => { if (targets.random.chance(0.5)) row.fees += targets.some(); else row.fee += targets.some(); }),
  SETTLEMENT_FEE: onRow((row, targets) => { Object.assign(row, amountsOf(row.amount, row.fee + targets.some())); }),
  SETTLEMENT_VAT: onRow((row, targets) => { const off = targets.some(); row.vat += off; if (targets.random.chance(0.5)) row.supplyAmount -= off; }),
  SETTLEMENT_PAYOUT_AMOUNT: onRow((row, targets) => { row.payOutAmount += targets.sign() * targets.some(); }),
  SETTLEMENT_CHANGED: { by: 'download' },
  ORDER_AMOUNT: byMatch((set, targets) => {
    const { orderId } = targets.payment();
    found(set.orders.find((order) => order.orderId === orderId)).total += targets.some();
    return orderId;
  }),
  UNALLOCATED: byMatch((set, targets) => {
    const day = addDays(LAST_DAY, -targets.random.integer(8, 20));
    const payment = { ...stranger(targets), isAllocated: false, amount: 9_000n, day, at: `${day}T12:00:00+09:00`, key: `txn-old-${day}` };
    payment.id = `00000000-0000-4000-9000-${String(targets.random.integer(0, 1e9)).padStart(12, '0')}`;
    set.payments.push(payment);
    return payment.paymentKey;
  }),
  MISSING_PAYOUT: byMatch((set, targets) => { const { ref } = targets.payout('paid'); set.listed = set.listed.filter((one) => one.ref !== ref); return ref; }),
  UNKNOWN_PAYOUT: byMatch((set, targets) => {
    const ref = `payout-x${targets.random.integer(0, 1e9)}`;
    set.listed.push({ id: `provider-${ref}`, ref, amount: 70_000n, status: targets.random.pick(['COMPLETED', 'REQUESTED']), day: LAST_DAY });
    return ref;
  }),
  DUPLICATE_PAYOUT: byMatch((set, targets) => {
    const { ref } = targets.payout(targets.random.pick(['paid', 'in_transit']));
    const listed = found(set.listed.find((one) => one.ref === ref));
    set.listed.push({ ...listed, id: `${listed.id}-again`, day: targets.random.pick([listed.day, LAST_DAY]) });
    return ref;
  }),
  PAYOUT_AMOUNT: byMatch((set, targets) => {
    const { ref } = targets.payout(targets.random.pick(['paid', 'in_transit']));
    found(set.listed.find((one) => one.ref === ref)).amount += targets.some();
    return ref;
  }),
  PAYOUT_STATUS: byMatch((set, targets) => {
    const { ref, state } = targets.payout(targets.random.pick(['paid', 'failed']));
    found(set.listed.find((one) => one.ref === ref)).status = state === 'paid' ? 'REJECTED' : 'COMPLETED';
    return ref;
  }),
  PAYOUT_FEE: byMatch((_, targets) => { const row = targets.bank('fee'); row.amount -= targets.some(); return `main ${row.day}`; }),
  MISSING_DEPOSIT: byMatch((set, targets) => { const row = targets.bank('settlement'); set.bank = without(set.bank ?? [], row); return `main ${row.day}`; }),
  UNKNOWN_DEPOSIT: byMatch((set) => {
    set.bank ??= bankOf(set);
    // On the first day nothing is paid out.
    const day = addDays(LAST_DAY, -6);
    set.bank.push({ day, amount: 88_000n, kind: 'settlement', reference: null });
    return `main ${day}`;
  }),
  DEPOSIT_AMOUNT: byMatch((_, targets) => { const row = targets.bank('settlement'); row.amount -= targets.some(); return `main ${row.day}`; }),
  MISSING_WITHDRAWAL: byMatch((set, targets) => {
    const row = targets.bank('payout', true);
    set.bank = without(set.bank ?? [], row);
    return row.reference ?? '';
  }),
  UNKNOWN_WITHDRAWAL: byMatch((set) => { (set.bank ??= bankOf(set)).push({ day: LAST_DAY, amount: -123n, kind: 'payout', reference: null }); return '*'; }),
  WITHDRAWAL_AMOUNT: byMatch((_, targets) => { const row = targets.bank('payout', true); row.amount -= targets.some(); return row.reference ?? ''; }),
  BALANCE_PENDING: { by: 'balance' },
  BALANCE_AVAILABLE: { by: 'balance' },
  AUDIT_TRAIL: { by: 'trail' },
  LEDGER: { by: 'ledger' },
} as const satisfies Record<BreakClass, ByMatch | Elsewhere>;
