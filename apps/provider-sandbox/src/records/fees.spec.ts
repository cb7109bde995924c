import fc from 'fast-check';
import { vatIncluded } from '@jeongsan/money';
import { feesOf, returnedFees, sumOfFees } from './fees.js';
import { settledAmounts } from './settlement-arithmetic.js';

const settings = {
  feeRates: { 카드: 2_200 },
  fixedFees: { 가상계좌: 300 },
  installmentFeeRate: 400,
  installmentDiscountFeeRate: 150,
  pointSavingFeeRate: 100,
  etcFeeRate: 0,
} as unknown as Parameters<typeof feesOf>[2];
type Card = NonNullable<Parameters<typeof feesOf>[1]['card']>;
const card = (amount: bigint, change: Partial<Card>): Card =>
  ({ amount, installmentPlanMonths: 0, interestPayer: null, useCardPoint: false, ...change }) as Card;

test('a method with a fixed fee costs it whatever is paid, and its rate where the contract takes the fee away', () => {
  const cost = (totalAmount: bigint, change: object = {}) =>
    sumOfFees(feesOf({ method: '가상계좌', totalAmount }, { card: null }, { ...settings, ...change }));
  expect([cost(1_000n), cost(1_000_000n)]).toEqual([300n, 300n]);
  expect(cost(10_000n, { fixedFees: { 가상계좌: null }, feeRates: { 가상계좌: 1_000 } })).toBe(100n);
});

// prettier-ignore
test.each([
  ['at once',                    {},                                                                 [['BASE', 2_200n]]],
  ['in months the buyer pays',   { installmentPlanMonths: 3, interestPayer: 'BUYER' },               [['BASE', 2_200n]]],
  ['in months we pay',           { installmentPlanMonths: 3, interestPayer: 'MERCHANT' },            [['BASE', 2_200n], ['INSTALLMENT', 1_200n]]],
  ['in months the company pays', { installmentPlanMonths: 3, interestPayer: 'CARD_COMPANY' },        [['BASE', 2_200n], ['INSTALLMENT_DISCOUNT', 150n]]],
  ['with points',                { useCardPoint: true },                                             [['BASE', 2_200n], ['POINT_SAVING', 100n]]],
] as const)('a card that pays %s costs %j', (_, change, lines) => {
  const fees = feesOf({ method: '카드', totalAmount: 100_000n }, { card: card(100_000n, change) }, settings);
  expect(fees.map(({ type, fee }) => [type, fee])).toEqual(lines);
});

test('another line is there only when its rate is, and a method without a rate has the usual one', () => {
  const fees = feesOf({ method: '문화상품권', totalAmount: 100_000n }, { card: null }, { ...settings, etcFeeRate: 10 });
  expect(fees).toEqual([
    { type: 'BASE', fee: 2_200n },
    { type: 'ETC', fee: 10n },
  ]);
});

const amount = fc.bigInt({ min: 1n, max: 1_000_000_000n });
const rate = fc.integer({ min: 0, max: 30_000 });

/** A random payment with fee rates, and random cancels until nothing is left of it. */
const canceled = fc.record({
  total: amount,
  base: rate,
  perMonth: rate,
  months: fc.integer({ min: 2, max: 12 }),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
});

function partsOf(total: bigint, cuts: readonly number[]): bigint[] {
  const parts: bigint[] = [];
  let left = total;
  for (const cut of cuts) {
    const part = BigInt(Math.floor(Number(left) * cut));
    if (part > 0n) parts.push(part);
    left -= part > 0n ? part : 0n;
  }
  return left > 0n ? [...parts, left] : parts;
}

test('whatever the parts, cancels return every line exactly, and each row adds up', () => {
  fc.assert(
    fc.property(canceled, ({ total, base, perMonth, months, cuts }) => {
      const of = { ...settings, feeRates: { 카드: base }, installmentFeeRate: perMonth };
      const paidWith = card(total, { installmentPlanMonths: months, interestPayer: 'MERCHANT', useCardPoint: true });
      const fees = feesOf({ method: '카드', totalAmount: total }, { card: paidWith }, of);
      const approval = settledAmounts(total, sumOfFees(fees));
      let balance = total;
      const rows = partsOf(total, cuts).map((part) => {
        const returned = returnedFees(fees, total, balance, balance - part);
        balance -= part;
        return { returned, settled: settledAmounts(-part, sumOfFees(returned)) };
      });
      expect(balance).toBe(0n);
      fees.forEach(({ fee }, index) => {
        const back = rows.map(({ returned }) => returned[index]?.fee ?? 0n);
        expect(back.reduce((a, b) => a + b, fee)).toBe(0n);
        expect(back.every((line) => line <= 0n)).toBe(true);
      });
      for (const { fee, supplyAmount, vat, payOutAmount, amount: moved } of [
        approval,
        ...rows.map(({ settled }) => settled),
      ]) {
        expect([supplyAmount + vat, moved - fee]).toEqual([fee, payOutAmount]);
        const elevenths = fee - vat * 11n;
        expect(elevenths >= -5n && elevenths <= 5n).toBe(true);
      }
      expect(rows.reduce((sum, { settled }) => sum + settled.payOutAmount, approval.payOutAmount)).toBe(0n);
    }),
    { numRuns: 2_000, seed: 20_260_304 },
  );
});

test('a payment is its supply, its vat and its tax-free part, whatever is left of it', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(amount, part, (total, share) => {
      const taxFree = BigInt(Math.floor(Number(total) * share));
      const { supplied, vat } = vatIncluded(total, taxFree);
      expect(supplied + vat + taxFree).toBe(total);
      const off = total - taxFree - vat * 11n;
      expect(off >= -5n && off <= 5n).toBe(true);
    }),
    { numRuns: 2_000, seed: 20_260_304 },
  );
});
