import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { assumedParts, splitByLargestRemainder, takeCancel, type Remaining } from '../market-files/remaining.js';

const RECOMPUTE = resolve(import.meta.dirname, '../../../../examples/market/recompute.mjs');
const README = resolve(import.meta.dirname, '../../../../examples/market/README.md');

type Row = Record<string, string>;
type Month = { sellers: Row[]; terms: Row[]; orders: Row[]; cancels: Row[] };
type Totals = Record<string, string> & { perSeller: Record<string, Record<string, string>> };

const SELLERS = [{ sellerId: 's1' }, { sellerId: 's2' }, { sellerId: 's3' }];

/** Runs an expression beside what recompute.mjs exports, in a process of its own: it shares no code with the tests either. */
function inRecompute<T>(expression: string, input: unknown): T {
  const program = `
    import { readFileSync } from 'node:fs';
    import { cancelLine, feeRows, recompute, sharesOf, split, takeApart, takeUnits } from ${JSON.stringify(pathToFileURL(RECOMPUTE).href)};
    const input = JSON.parse(readFileSync(0, 'utf8'));
    console.log(JSON.stringify(${expression}, (_, value) => (typeof value === 'bigint' ? value.toString() : value)));`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    input: JSON.stringify(input),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const anyLine = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 999_999_999n }),
    discountedPermille: fc.bigInt({ min: 0n, max: 999n }),
    bySellerPermille: fc.bigInt({ min: 0n, max: 1000n }),
    rate: fc.integer({ min: 0, max: 90_000 }),
    sellerId: fc.constantFrom('s1', 's2', 's3'),
  })
  .map(({ amount, discountedPermille, bySellerPermille, rate, sellerId }) => {
    const discount = (amount * discountedPermille) / 1000n;
    const bySeller = (discount * bySellerPermille) / 1000n;
    return { sellerId, rate, amount: `${amount}`, discountAmount: `${discount}`, discountBySeller: `${bySeller}` };
  });

const anyOrder = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 5 }),
  method: fc.constantFrom('카드', '간편결제', '계좌이체'),
  /** Thousandths of what remains, one after the other; whatever is left goes with a last cancel of everything. */
  steps: fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 5 }),
});

type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Value> ? Value : never;

/** A month in which every order is cancelled, step by step, until nothing remains. */
function monthOfNothing(orders: readonly AnyOrder[]): Month {
  const month: Month = { sellers: SELLERS, terms: [], orders: [], cancels: [] };
  const rate = `${orders[0]?.lines[0]?.rate ?? 0}`;
  month.terms = SELLERS.map(({ sellerId }) => ({ sellerId, effectiveFrom: '2026-05-01', commissionRate: rate }));
  orders.forEach(({ lines, method, steps }, number) => {
    const orderId = `order-${number}`;
    const head = { orderId, method, orderedAt: '2026-05-01T00:00:00+09:00' };
    month.orders.push(...lines.map(({ rate: _, ...line }, index) => ({ ...head, ...line, lineId: `L${index}` })));
    let left = lines.reduce((sum, line) => sum + BigInt(line.amount) - BigInt(line.discountAmount), 0n);
    const cancel = (second: number, amount: string) =>
      month.cancels.push({ orderId, amount, lineId: '', cancelId: `${orderId}-${second}`, canceledAt: at(second) });
    steps.forEach((permille, second) => {
      const amount = (left * BigInt(permille)) / 1000n;
      if (amount > 0n) cancel(second, `${amount}`);
      left -= amount;
    });
    if (left > 0n) cancel(9, '');
  });
  return month;
}

const at = (second: number): string => `2026-05-02T00:00:0${second}+09:00`;

test('what the buyer and the market put into a line is what seller, commission and its VAT get out of it', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 200, maxLength: 400 }), (lines) => {
      type Parts = Record<'paid' | 'promotion' | 'owed' | 'commission' | 'vat', string>;
      for (const line of inRecompute<Parts[]>('input.map((line) => takeApart(line, line.rate))', lines)) {
        const { paid, promotion, owed, commission, vat } = line;
        expect(BigInt(paid) + BigInt(promotion)).toBe(BigInt(owed) + BigInt(commission) + BigInt(vat));
      }
    }),
    { numRuns: 5 },
  );
});

test('a month in which everything is cancelled, in whatever steps, comes to nothing for everybody', () => {
  fc.assert(
    fc.property(fc.array(anyOrder, { minLength: 20, maxLength: 60 }), (orders) => {
      const totals = inRecompute<Totals>('recompute(input)', monthOfNothing(orders));
      expect(totals.canceledSales).toBe(totals.sales);
      for (const name of [
        'commission',
        'commissionVat',
        'promotionNet',
        'sellersEarned',
        'providerFee',
        'providerPayout',
      ]) {
        expect([name, totals[name]]).toEqual([name, '0']);
      }
      for (const { earned, sales, canceled } of Object.values(totals.perSeller)) {
        expect([earned, canceled]).toEqual(['0', sales]);
      }
    }),
    { numRuns: 15 },
  );
});

// prettier-ignore
test.each([
  ['the won left over goes to the largest fraction',        '10', ['3', '3', '1'], ['4', '4', '2']],
  ['equal fractions favour the earlier line',               '1',  ['5', '5', '5'], ['1', '0', '0']],
  ['a line of which nothing remains takes nothing',         '7',  ['0', '9', '5'], ['0', '5', '2']],
])('%s', (_rule, amount, remaining, shares) => {
  const expression = 'split(BigInt(input.amount), input.remaining.map(BigInt))';
  expect(inRecompute<string[]>(expression, { amount, remaining })).toEqual(shares);
});

test('a fee comes back in the steps of its cancels, each row with its own VAT', () => {
  const rows = inRecompute<{ amount: string; vat: string }[]>("feeRows('카드', 33333n, [10001n, 3n, 23329n])", null);
  // 33,333 won at 2.2 % are 733; after 10,001 floor(219.92...) has come back, after 10,004 floor(219.98...), in the end all of it.
  expect(rows).toEqual([
    { amount: '733', vat: '67' },
    { amount: '-219', vat: '-20' },
    { amount: '0', vat: '0' },
    { amount: '-514', vat: '-47' },
  ]);
});

test('an order line worked out by hand: 12,345 won, 1,001 off, 334 of it borne by the seller, 3.37 %', () => {
  const line = { amount: '12345', discountAmount: '1001', discountBySeller: '334' };
  expect(inRecompute('takeApart(input, 3370)', line)).toMatchObject({
    ...{ paid: '11344', promotion: '667', commission: '404', vat: '40', owed: '11567' },
  });
  // Of 11,344 won 5,000 are cancelled: floor(404 x 5000 / 11344) = 178, floor(40 x ...) = 17, floor(667 x ...) = 293.
  expect(inRecompute('cancelLine(takeApart(input, 3370), 5000n)', line)).toEqual({
    ...{ commission: '178', vat: '17', promotion: '293', paid: '5000', owed: '5098' },
  });
});

test('the committed example comes to what its README says', () => {
  const { stdout } = spawnSync(process.execPath, [RECOMPUTE], { encoding: 'utf8', maxBuffer: 10_000_000 });
  const { perSeller, perWay, ...totals } = JSON.parse(stdout) as Totals & { perWay: unknown };
  expect(Object.keys(perWay as object)).toHaveLength(8);
  expect(Object.keys(perSeller)).toHaveLength(220);
  const readme = readFileSync(README, 'utf8').replace(/ +/g, ' ');
  const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');
  const missing = Object.entries(totals).filter(
    ([name, value]) => !readme.includes(`| \`${name}\` | ${grouped(String(value))} |`),
  );
  expect(missing).toEqual([]);
});

test('two implementations that share nothing split alike', () => {
  const anySplit = fc
    .array(fc.bigInt({ min: 0n, max: 999_999n }), { minLength: 1, maxLength: 5 })
    .filter((weights) => weights.some((weight) => weight > 0n))
    .chain((weights) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0n);
      return fc.record({ weights: fc.constant(weights), amount: fc.bigInt({ min: 1n, max: total }) });
    });
  fc.assert(
    fc.property(fc.array(anySplit, { minLength: 200, maxLength: 400 }), (splits) => {
      const input = splits.map(({ weights, amount }) => ({ weights: weights.map(String), amount: String(amount) }));
      const expression = 'input.map((one) => split(BigInt(one.amount), one.weights.map(BigInt)))';
      const ours = splits.map(({ weights, amount }) => splitByLargestRemainder(amount, weights).map(String));
      expect(inRecompute<string[][]>(expression, input)).toEqual(ours);
    }),
    { numRuns: 5 },
  );
});

type OpenLine = Readonly<{ sellerId: string; won: bigint }>;
const anyOpenLines = fc.array(
  fc.record({ sellerId: fc.constantFrom('s1', 's2', 's3'), won: fc.bigInt({ min: 0n, max: 12n }) }),
  { minLength: 1, maxLength: 5 },
);
const remainingOf = (lines: readonly OpenLine[]): Remaining =>
  new Map(lines.map((line, index) => [`L${index}`, { ...line, units: 1 }]));

test('two implementations that share nothing take the same whole lines for a cancel that names none', () => {
  const anyCancel = anyOpenLines
    .filter((lines) => lines.some(({ won }) => won > 0n))
    .chain((lines) => {
      const total = lines.reduce((sum, { won }) => sum + won, 0n);
      return fc.record({ lines: fc.constant(lines), amount: fc.bigInt({ min: 1n, max: total }) });
    });
  fc.assert(
    fc.property(fc.array(anyCancel, { minLength: 300, maxLength: 500 }), (cancels) => {
      const ours = cancels.map(({ lines, amount }) => {
        const parts = new Map(assumedParts(remainingOf(lines), amount).map((part) => [part.lineId, part.amount]));
        return lines.map((_, index) => String(parts.get(`L${index}`) ?? 0n));
      });
      const expression = `input.map(({ lines, amount }) =>
        sharesOf(BigInt(amount), lines.map(({ sellerId, won }) => ({ sellerId, paid: BigInt(won), canceled: 0n }))))`;
      const input = cancels.map(({ lines, amount }) => ({
        ...{ amount: `${amount}`, lines: lines.map(({ sellerId, won }) => ({ sellerId, won: `${won}` })) },
      }));
      expect(inRecompute<string[][]>(expression, input)).toEqual(ours);
    }),
    { numRuns: 5 },
  );
});

// prettier-ignore
test.each([
  ['one line before one seller',           '4', [['a', '1'], ['a', '3'], ['b', '4']],               ['0', '0', '4']],
  ['one seller before two lines',          '5', [['a', '2'], ['b', '3'], ['c', '1'], ['c', '4']],   ['0', '0', '1', '4']],
  ['two lines before all but one',         '7', [['a', '3'], ['b', '4'], ['c', '9'], ['d', '2']],   ['3', '4', '0', '0']],
  ['all but one line',                     '9', [['a', '2'], ['b', '3'], ['c', '4'], ['d', '10']],  ['2', '3', '4', '0']],
  ['no lines that fit: in proportion',     '5', [['a', '10'], ['b', '30']],                         ['1', '4']],
] as const)('a cancel without lines takes %s', (_rule, amount, open, expected) => {
  const lines = open.map(([sellerId, won]) => ({ sellerId, won: BigInt(won) }));
  const parts = new Map(assumedParts(remainingOf(lines), BigInt(amount)).map((part) => [part.lineId, part.amount]));
  expect(lines.map((__, index) => String(parts.get(`L${index}`) ?? 0n))).toEqual(expected);
});

test('units share what remains of a line, in both programs: 10,000 won for three, after 1,000 were let off', () => {
  const expression = `[1n, 1n, 1n].map((quantity) => {
    const amount = takeUnits(line, quantity);
    cancelLine(line, amount);
    return amount;
  })`;
  const row = { lineId: 'L1', amount: '10000', discountAmount: '0', discountBySeller: '0', quantity: '3' };
  const afterwards = `((line) => (cancelLine(line, 1000n), ${expression}))(takeApart(input, 0))`;
  const whole = `((line) => ${expression})(takeApart(input, 0))`;
  expect(inRecompute<string[]>(whole, row)).toEqual(['3334', '3333', '3333']);
  expect(inRecompute<string[]>(afterwards, row)).toEqual(['3000', '3000', '3000']);

  const remaining: Remaining = new Map([['L1', { sellerId: 's1', won: 10_000n, units: 3 }]]);
  const wonLeft = [1, 2, 1].map((quantity) => [
    takeCancel(remaining, { lineId: 'L1', quantity, amount: undefined, allocatedTo: undefined }),
    remaining.get('L1')?.won,
  ]);
  expect(wonLeft).toEqual([
    [undefined, 6666n],
    [undefined, 0n],
    ['nothing remains to be canceled', 0n],
  ]);
});

test('a cancel that an operator allocated counts as if it had named these lines', () => {
  const month = monthOfNothing([
    {
      method: '카드',
      steps: [500],
      lines: (['s1', 's2'] as const).map((sellerId) => ({ ...PLAIN, sellerId, rate: 0 })),
    },
  ]);
  const [cancel] = month.cancels;
  const earnedWith = (allocatedTo: string) => {
    const { perSeller } = inRecompute<Totals>('recompute(input)', { ...month, cancels: [{ ...cancel, allocatedTo }] });
    return ['s1', 's2'].map((sellerId) => perSeller[sellerId]?.['earned']);
  };
  expect(earnedWith('')).toEqual(['0', '1000']);
  expect(earnedWith('L1=1000')).toEqual(['1000', '0']);
  expect(earnedWith('L1=600+L0=400')).toEqual(['600', '400']);
  expect(() => earnedWith('L1=999')).toThrow('is allocated to 999');
});

const PLAIN = { amount: '1000', discountAmount: '0', discountBySeller: '0' };
