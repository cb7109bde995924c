import { WAYS } from '../src/market-files/market.js';
import { openStage, SMALL_MONTH, unproven, type Outcome, type Recomputed } from './rehearsal.js';

let stage: Awaited<ReturnType<typeof openStage>>;
let outcome: Outcome;
let recomputed: Recomputed;

beforeAll(async () => {
  stage = await openStage('scenario-month', SMALL_MONTH);
  recomputed = stage.recomputed();
  outcome = await stage.play();
});
afterAll(() => stage?.close());

test('a small month is played to a proof of every won', () => {
  expect(unproven(outcome)).toEqual([]);
  expect(outcome.proof).toMatchObject({ holds: true, unexplained: 0n });
});

test('its totals are those of a program that shares no code with the platform', () => {
  const { sales, canceled, commission, commissionVat, promotion, sellersEarned, ...summary } = outcome.summary;
  expect({
    sales: `${sales.amount}`,
    canceledSales: `${canceled.amount}`,
    commission: `${commission}`,
    commissionVat: `${commissionVat}`,
    promotionNet: `${promotion}`,
    sellersEarned: `${sellersEarned}`,
    providerFee: `${summary.providerFee}`,
    providerFeeVat: `${summary.providerFeeVat}`,
    providerPayout: `${summary.providerPayout}`,
  }).toEqual({
    sales: recomputed['sales'],
    canceledSales: recomputed['canceledSales'],
    commission: recomputed['commission'],
    commissionVat: recomputed['commissionVat'],
    promotionNet: recomputed['promotionNet'],
    sellersEarned: recomputed['sellersEarned'],
    providerFee: recomputed['providerFee'],
    providerFeeVat: recomputed['providerFeeVat'],
    providerPayout: recomputed['providerPayout'],
  });
});

test('each way of paying comes to what that program says, and every won of it is explained', () => {
  const ways = Object.fromEntries(
    outcome.summary.ways.map(({ way, paid, unpaid, givenBack }) => [
      way,
      { paid: paid.count, unpaid, sales: `${paid.amount}`, canceled: `${givenBack}` },
    ]),
  );
  expect(ways).toEqual(recomputed.perWay);
  expect(Object.keys(ways)).toEqual([...WAYS]);
  expect(outcome.summary.ways.filter(({ unexplained }) => unexplained !== 0n)).toEqual([]);
});

test('what each seller was paid and is owed, less its debt, is what that program says it earned', () => {
  const earned = Object.fromEntries(outcome.summary.sellers.map((seller) => [seller.sellerId, `${seller.earned}`]));
  const expected = Object.entries(recomputed.perSeller).map(([sellerId, seller]) => [sellerId, seller.earned] as const);
  // A seller who sold nothing has no position to speak of.
  expect(expected.filter(([sellerId, amount]) => (earned[sellerId] ?? '0') !== amount)).toEqual([]);
  expect(Object.keys(earned).length).toBeGreaterThan(0);
});

test('every ending of a payout happened on the way', () => {
  const { paidOut, held, failed, debt, runs } = outcome.summary;
  expect(paidOut.count).toBeGreaterThan(20);
  expect(held.map(({ reason }) => reason)).toContain('IDENTITY_CHECK_REQUIRED');
  expect(failed.length).toBeGreaterThan(0);
  expect(debt.sellers).toBeGreaterThan(0);
  expect(runs.open).toBe(0);
});

test('charges went through the gateway and beside it, operators corrected cancels, and dollars were kept apart', () => {
  const { ways, cancels, foreign, previews } = outcome.summary;
  for (const { way, throughUs, besideUs } of ways) {
    expect([way, throughUs.count > 0, besideUs.count > 0]).toEqual([way, ...sidesOf[way]]);
  }
  for (const way of ['LINK', 'ARS'] as const) {
    expect(ways.find((one) => one.way === way)?.bySplit).toBeGreaterThan(0);
  }
  expect(cancels.moved.count).toBeGreaterThan(0);
  expect(foreign).toMatchObject({
    refused: [{ code: 'PAYMENT_CURRENCY_UNSUPPORTED', isCharged: false }],
    unallocated: { count: 1, amount: 12_000n },
    breaks: [{ found: '120.00 USD', state: 'EXPLAINED' }],
  });
  expect(previews.count).toBeGreaterThan(0);
});

/** Whether payments of a way came through the gateway, and beside it. */
const sidesOf = {
  WINDOW: [true, false],
  VIRTUAL_ACCOUNT: [true, false],
  BILLING: [true, true],
  WALLET: [true, true],
  KEY_IN: [true, true],
  LINK: [false, true],
  ARS: [false, true],
  BESIDE: [false, true],
} as const satisfies Record<(typeof WAYS)[number], unknown>;
