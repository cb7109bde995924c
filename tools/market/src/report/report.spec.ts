import { payoutStatuses } from '@jeongsan/provider-contract';
import { toLeft, toRight, widthOf } from './columns.js';
import type { Explanation } from './explanations.js';
import type { Facts } from './facts.js';
import type { Payout, Position, Run } from './rows.js';
import { prove } from './prove.js';
import { renderReport } from './render-report.js';
import { reportJson } from './report-json.js';
import { summarise } from './summary.js';

const position = (sellerId: string, rest: Partial<Position>): Position => ({
  sellerId,
  pending: 0n,
  payable: 0n,
  reserved: 0n,
  reserve: 0n,
  withheld: 0n,
  debt: 0n,
  paid: 0n,
  failed: 0n,
  failedCount: 0,
  lastFailureCode: null,
  holdReasons: [],
  ...rest,
});

const payout = (sellerId: string, amount: bigint, rest: Partial<Payout>): Payout => ({
  id: `payout of ${sellerId}`,
  refPayoutId: 'ref',
  runId: 'run',
  sellerId,
  amount,
  state: 'paid',
  scheduleType: 'EXPRESS',
  payoutDate: '2026-05-04',
  providerPayoutId: 'FPA',
  failureCode: null,
  failureClass: null,
  createdAt: new Date('2026-05-03T15:30:00Z'),
  finishedAt: new Date('2026-05-04T00:00:10Z'),
  waiting: null,
  ...rest,
});

const run = (approvedBy: string): Run => ({
  id: 'run',
  businessDate: '2026-05-04',
  cutoff: new Date('2026-05-03T19:00:00Z'),
  state: 'closed',
  payoutCount: 2,
  total: 60_000n,
  heldCount: 1,
  heldTotal: 9_000n,
  contentHash: 'hash',
  draftedBy: 'system:payout-scheduler',
  approvedBy,
  approvalRequired: false,
  personNeeded: [],
  waiting: null,
});

const story: Explanation = {
  ...{ payoutId: 'payout of 가게-a', sellerId: '가게-a', amount: 50_000n, state: 'paid', unexplained: 0n },
  ...{ scheduleType: 'EXPRESS', payoutDate: '2026-05-04' },
  ...{ reason: { code: 'PAID', text: 'Paid.', date: null, amount: null }, ledger: [] },
  statements: [
    {
      ...{ statementId: 'statement', businessDate: '2026-05-04', opening: 0n, movements: 50_000n, reason: null },
      ...{ payoutAmount: 50_000n, carried: 0n },
    },
  ],
  totals: [
    { kind: 'MATURED', amount: 51_706n, count: 3, rule: 'Lines matured.' },
    { kind: 'TAX_WITHHELD', amount: -1_706n, count: 1, rule: 'Withheld.' },
  ],
  lines: { items: [], nextCursor: null },
};

/**
 * A small month worked out by hand. Buyers paid 100,000 and got 10,000 back; the provider kept 1,980 (180 VAT) of the 80,000 it
 * settled and 10,000 of sales are not settled yet; commission 8,000, VAT on it 800, promotion 1,000, so sellers earned 82,200.
 */
function soundFacts(): Facts {
  const proof = {
    ...{ businessDate: '2026-05-04', account: '', ledgerPending: 8_020n, ledgerAvailable: 20_000n, inFlight: 0n },
    ...{ providerPending: 8_020n, providerAvailable: 20_000n, proven: true },
  };
  const noPayouts = Object.fromEntries(payoutStatuses.map((status) => [status, { count: 0, amount: 0n }]));
  return {
    from: '2026-05-01',
    until: '2026-05-04',
    ways: [
      {
        ...{ way: 'WINDOW', unpaid: 0, paid: { count: 2, amount: 70_000n }, givenBack: 10_000n },
        ...{ throughUs: { count: 2, amount: 70_000n }, besideUs: { count: 0, amount: 0n } },
        ...{ bySplit: 0, listed: 60_000n, settled: 50_000n, unsettled: 10_000n },
      },
      {
        ...{ way: 'VIRTUAL_ACCOUNT', unpaid: 1, paid: { count: 1, amount: 30_000n }, givenBack: 0n },
        ...{ throughUs: { count: 0, amount: 0n }, besideUs: { count: 1, amount: 30_000n } },
        ...{ bySplit: 1, listed: 30_000n, settled: 30_000n, unsettled: 0n },
      },
    ],
    cancels: {
      assumed: { count: 1, amount: 4_000n },
      ...{ named: { count: 2, amount: 6_000n }, moved: { count: 1, amount: 5_000n } },
    },
    foreign: {
      refused: [{ code: 'PAYMENT_CURRENCY_UNSUPPORTED', isCharged: false }],
      ...{ listed: { count: 1, amount: 12_000n }, unallocated: { count: 1, amount: 12_000n }, inLedger: 12_000n },
      breaks: [{ found: '120.00 USD', state: 'EXPLAINED', reason: '해외 결제', note: 'PayPal 정산서, 120.00 USD' }],
    },
    previews: { count: 4, differing: [] },
    transactions: { approved: { count: 3, amount: 100_000n }, canceled: { count: 1, amount: 10_000n } },
    settlements: {
      ...{ rows: 3, amount: 80_000n, fee: 1_980n, supplyAmount: 1_800n, vat: 180n, payOutAmount: 78_020n },
      missing: { count: 1, amount: 10_000n },
    },
    balance: { pending: 8_020n, available: 20_000n },
    providerPayouts: {
      ...(noPayouts as Facts['providerPayouts']),
      COMPLETED: { count: 1, amount: 50_000n },
      FAILED: { count: 1, amount: 10_000n },
    },
    book: {
      ...{ approved: 100_000n, canceled: 10_000n, settledAmount: 80_000n, settledFees: 1_980n, settledPayOut: 78_020n },
      ...{ pending: 8_020n, available: 20_000n, payouts: [{ status: 'COMPLETED', count: 1, amount: 50_000n }] },
      paidBySeller: [{ sellerId: 'provider-a', refSellerId: 'ref-a', count: 1, amount: 50_000n }],
    },
    ledger: {
      balances: new Map([
        ['provider:receivable', 10_000n],
        ['provider:pending', 8_020n],
        ['provider:available', 20_000n],
        ['provider:fees', 1_800n],
        ['provider:fee-vat', 180n],
        ['platform:promotion', 1_000n],
        ['platform:commission', -8_000n],
        ['platform:vat', -800n],
        ['seller:pending', -15_200n],
        ['seller:payable', -19_000n],
        ['seller:debt', 2_000n],
      ]),
      sum: 0n,
      verification: { postings: 9, entries: 40, unbalanced: 0, drifted: 0, sealsBroken: 0, sound: true, flaws: [] },
    },
    proofs: [proof],
    proofNow: proof,
    openBreaks: 0,
    runs: [run('system:policy:self-approval'), run('person:approver')],
    payouts: [
      payout('가게-a', 50_000n, {}),
      payout('가게-b', 10_000n, {
        state: 'failed',
        failureCode: 'ACCOUNT_TRANSFER_REJECTED',
        failureClass: 'seller_must_act',
      }),
    ],
    statements: { count: 2, amount: 60_000n },
    explanations: { shown: [['withheld', story]], all: [story] },
    orderStories: [],
    positions: [
      position('가게-a', { paid: 50_000n, pending: 15_200n }),
      position('가게-b', { payable: 10_000n, failed: 10_000n, failedCount: 1 }),
      position('가게-c', { payable: 9_000n, holdReasons: ['IDENTITY_CHECK_REQUIRED'] }),
      position('가게-d', { debt: 2_000n }),
    ],
    providerSellerIds: new Map([['가게-a', 'provider-a']]),
    deadJobs: 0,
  };
}

/** A deep copy of the facts in which one thing was changed. */
function factsWith(change: (facts: { -readonly [K in keyof Facts]: Mutable<Facts[K]> }) => void): Facts {
  const facts = structuredClone(soundFacts());
  change(facts as never);
  return facts;
}
type Mutable<T> =
  T extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T extends readonly (infer I)[]
      ? Mutable<I>[]
      : T extends object
        ? { -readonly [K in keyof T]: Mutable<T[K]> }
        : T;

test('a month whose every teller agrees is proven', () => {
  const { equations, unexplained, holds } = prove(soundFacts());
  expect(equations.filter((equation) => !equation.holds)).toEqual([]);
  expect({ unexplained, holds }).toEqual({ unexplained: 0n, holds: true });
});

// prettier-ignore
test.each<[string, Parameters<typeof factsWith>[0]]>([
  ['an approval at the gateway',            (f) => { f.ways[0]!.paid.amount += 1n; }],
  ['an approval at the provider',           (f) => { f.transactions.approved.amount += 1n; }],
  ['an approval in its book',               (f) => { f.book.approved -= 1n; }],
  ['a cancel at the gateway',               (f) => { f.ways[0]!.givenBack -= 1n; }],
  ['a cancel at the provider',              (f) => { f.transactions.canceled.amount += 1n; }],
  ['a cancel in its book',                  (f) => { f.book.canceled += 1n; }],
  ['a payment through the gateway',         (f) => { f.ways[0]!.throughUs.amount -= 1n; }],
  ['a payment found beside it',             (f) => { f.ways[1]!.besideUs.amount += 1n; }],
  ['a transaction of a way of paying',      (f) => { f.ways[1]!.listed -= 1n; }],
  ['a settlement of a way of paying',       (f) => { f.ways[1]!.settled -= 1n; }],
  ['a settlement',                          (f) => { f.settlements.amount += 1n; }],
  ['a transaction without settlement',      (f) => { f.settlements.missing.amount -= 1n; }],
  ['a fee of a settlement',                 (f) => { f.settlements.fee += 1n; }],
  ['the VAT of a settlement',               (f) => { f.settlements.vat += 1n; }],
  ['the fees in the book',                  (f) => { f.book.settledFees += 1n; }],
  ['the payout amounts in the book',        (f) => { f.book.settledPayOut += 1n; }],
  ['the pending balance',                   (f) => { f.balance.pending += 1n; }],
  ['the available balance',                 (f) => { f.balance.available -= 1n; }],
  ['the available balance of the book',     (f) => { f.book.available -= 1n; }],
  ['a completed payout',                    (f) => { f.providerPayouts.COMPLETED.amount += 1n; }],
  ['a payout in flight',                    (f) => { f.providerPayouts.REQUESTED.amount += 1n; }],
  ['what the book paid to a seller',        (f) => { f.book.paidBySeller[0]!.amount += 1n; }],
  ['what a seller was paid',                (f) => { f.positions[0]!.paid -= 1n; }],
  ['what a seller is owed',                 (f) => { f.positions[0]!.pending += 1n; }],
  ['what a seller owes',                    (f) => { f.positions[3]!.debt += 1n; }],
  ['a statement',                           (f) => { f.statements.amount += 1n; }],
  ['a failed payout',                       (f) => { f.payouts[1]!.amount -= 1n; }],
  ['the sum of the ledger',                 (f) => { f.ledger.sum = 1n; }],
])('one won more or less in %s is found', (_, change) => {
  const { unexplained, holds } = prove(factsWith(change));
  expect(holds).toBe(false);
  expect(unexplained).toBeGreaterThan(0n);
});

const ACCOUNTS = [...soundFacts().ledger.balances.keys()].map((account) => [account]);

test.each(ACCOUNTS)('one won more on the account %s is found', (account) => {
  const { holds } = prove(
    factsWith(({ ledger: { balances } }) => balances.set(account, (balances.get(account) ?? 0n) + 1n)),
  );
  expect(holds).toBe(false);
});

// prettier-ignore
test.each<[string, Parameters<typeof factsWith>[0]]>([
  ['an open break',                 (f) => { f.openBreaks = 1; }],
  ['a day without proof',           (f) => { f.proofs[0]!.proven = false; }],
  ['a broken seal in the ledger',   (f) => { f.ledger.verification.sealsBroken = 1; }],
  ['money without an order',        (f) => { f.ledger.balances.set('unallocated', -1n); }],
  ['a cent more at the provider', (f) => { f.foreign.listed.amount += 1n; }],
  ['a cent less in the list',     (f) => { f.foreign.unallocated.amount -= 1n; }],
  ['a cent more in the ledger',     (f) => { f.foreign.inLedger += 1n; }],
  ['a dollar break nobody closed',  (f) => { f.foreign.breaks[0]!.state = 'OPEN'; }],
  ['dollars refused, and charged',  (f) => { f.foreign.refused[0]!.isCharged = true; }],
  ['an order unlike its preview',   (f) => { f.previews.differing.push('order-1'); }],
  ['a refund on its way',           (f) => { f.ledger.balances.set('provider:refunds', 1n); }],
  ['money in suspense',             (f) => { f.ledger.balances.set('suspense', 1n); }],
  ['a dead job',                    (f) => { f.deadJobs = 1; }],
])('%s fails the proof', (_, change) => {
  expect(prove(factsWith(change)).holds).toBe(false);
});

test('two sellers who got each other’s money are found although the sums agree', () => {
  const swapped = factsWith(({ book, providerSellerIds }) => {
    providerSellerIds.set('가게-b', 'provider-b');
    book.paidBySeller[0]!.sellerId = 'provider-b';
  });
  const [differing] = prove(swapped).equations.filter((equation) => !equation.holds);
  expect(differing?.differing).toEqual(['가게-a', '가게-b']);
});

test('a payment counted under another way of paying is found although the sums agree', () => {
  const swapped = factsWith(({ ways }) => {
    ways[0]!.paid.amount += 5n;
    ways[1]!.paid.amount -= 5n;
  });
  const [differing] = prove(swapped).equations.filter((equation) => !equation.holds);
  expect(differing?.differing).toEqual(['WINDOW', 'VIRTUAL_ACCOUNT']);
});

test('the report says what was sold, paid, held and failed, and that all of it is explained', () => {
  const facts = soundFacts();
  expect(renderReport(facts, summarise(facts), prove(facts))).toMatchSnapshot();
});

test('a report of a month that does not add up ends by saying where', () => {
  const facts = factsWith(({ book }) => void (book.approved += 1n));
  const lines = renderReport(facts, summarise(facts), prove(facts)).split('\n');
  expect(lines.at(-1)).toBe('✘ 1개 등식 불일치, 1 equations fail: 승인 Approved');
  expect(lines.at(-2)).toMatch(/Unexplained +1원$/);
});

test('no line of the report is wider than a hundred columns, and amounts end in one column', () => {
  const facts = soundFacts();
  const lines = renderReport(facts, summarise(facts), prove(facts)).split('\n');
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(100);
  expect(new Set(lines.filter((line) => line.endsWith('원')).map(widthOf)).size).toBe(1);
});

test('the same facts as JSON hold amounts as decimal strings', () => {
  const facts = soundFacts();
  const json = JSON.parse(reportJson(facts, summarise(facts), prove(facts))) as Record<string, unknown>;
  expect(json).toMatchObject({
    sales: { count: 3, amount: '100000' },
    providerFee: '1980',
    sellersEarned: '82200',
    sellers: [
      { sellerId: '가게-a', earned: '65200', paid: '50000', owed: '15200', debt: '0' },
      {},
      {},
      { earned: '-2000' },
    ],
    proof: { unexplained: '0', holds: true },
  });
});

// prettier-ignore
test.each([
  ['abc',  3],
  ['매출', 4],
  ['원 ₩', 4],
  ['✔',   1],
])('"%s" takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
  expect([widthOf(toLeft(text, 10)), widthOf(toRight(text, 10))]).toEqual([10, 10]);
});
