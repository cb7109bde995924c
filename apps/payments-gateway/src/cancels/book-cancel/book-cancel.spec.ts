import { reversedSoFar } from '@jeongsan/settlement';
import * as fc from 'fast-check';
import { linesOfCancel } from '../cancel-lines.js';
import { remainingOf } from '../refundable-lines.js';
import { refundable } from '../../testing/refundable-line.js';
import { fitParts } from './fit-parts.js';
import { refundSources } from './refund-sources.js';
import { returnSources } from './return-sources.js';

// prettier-ignore
test.each`
  asked                | canceled           | amount    | parts                  | because
  ${[0n, 0n, 0n]}      | ${[0n, 0n, 0n]}    | ${600n}   | ${[300n, 200n, 100n]}  | ${'nobody asked us: by what remains'}
  ${[0n, 0n, 0n]}      | ${[300n, 0n, 100n]}| ${200n}   | ${[0n, 200n, 0n]}      | ${'nobody asked us, and only one line is left'}
  ${[0n, 150n, 0n]}    | ${[0n, 0n, 0n]}    | ${150n}   | ${[0n, 150n, 0n]}      | ${'as it was asked'}
  ${[0n, 200n, 0n]}    | ${[0n, 100n, 0n]}  | ${200n}   | ${[0n, 100n, 100n]}    | ${'another cancel took half of the line meanwhile: the rest is what is left of one line'}
  ${[300n, 200n, 100n]}| ${[0n, 0n, 0n]}    | ${600n}   | ${[300n, 200n, 100n]}  | ${'everything'}
`('$amount of lines asked $asked with $canceled gone takes $parts: $because', (row: Record<string, bigint[]>) => {
  const lines = [300n, 200n, 100n].map((paid, i) =>
    refundable(`L${i}`, paid, { asked: row['asked']?.[i] ?? 0n, canceled: row['canceled']?.[i] ?? 0n }),
  );
  expect(fitParts(lines, row['amount'] as unknown as bigint).parts).toEqual(row['parts']);
});

test('whatever was asked and canceled, the parts add up and no line gives more than it has', () => {
  const line = fc.record({ paid: fc.bigInt(1n, 9_999n), a: fc.bigInt(0n, 9_999n), b: fc.bigInt(0n, 9_999n) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.bigInt(1n, 99_999n), (drawn, draw) => {
      const lines = drawn.map(({ paid, a, b }, i) =>
        refundable(`L${i}`, paid, { canceled: a % (paid + 1n), asked: b % (paid + 1n) }),
      );
      const balance = lines.reduce((sum, one) => sum + remainingOf(one), 0n);
      const kept = lines.reduce((sum, one) => sum + (one.asked < remainingOf(one) ? one.asked : remainingOf(one)), 0n);
      const amount = kept + (draw % (balance - kept + 1n));
      const { parts } = fitParts(lines, amount);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
      parts.forEach((part, i) => expect(part <= remainingOf(lines[i] ?? refundable('none', 0n))).toBe(true));
    }),
  );
});

const refund = (parts: bigint[], pending: bigint[], payable: bigint) => {
  const lines = linesOfCancel([refundable('A', 1_000n), refundable('B', 2_000n)], parts);
  const waiting = new Map([
    ['A', pending[0] ?? 0n],
    ['B', pending[1] ?? 0n],
  ]);
  return refundSources(lines, waiting, new Map([['acme', payable]]));
};

// Line A earned 890 won and B 1,780; both are canceled whole.
// prettier-ignore
test.each`
  pending             | payable     | fromPayable           | toDebt                | because
  ${[890n, 1_780n]}   | ${10_000n}  | ${[0n, 0n]}           | ${[0n, 0n]}           | ${'nothing has matured: all of it is still pending'}
  ${[0n, 1_780n]}     | ${10_000n}  | ${[890n, 0n]}         | ${[0n, 0n]}           | ${'a matured line takes payable money'}
  ${[0n, 0n]}         | ${10_000n}  | ${[890n, 1_780n]}     | ${[0n, 0n]}           | ${'so do two'}
  ${[0n, 0n]}         | ${1_000n}   | ${[890n, 110n]}       | ${[0n, 1_670n]}       | ${'as far as it goes, in the order of the lines'}
  ${[0n, 0n]}         | ${0n}       | ${[0n, 0n]}           | ${[890n, 1_780n]}     | ${'the rest is debt'}
  ${[267n, 1_780n]}   | ${10_000n}  | ${[623n, 0n]}         | ${[0n, 0n]}           | ${'70 % of A has matured: what still waits goes first'}
  ${[267n, 534n]}     | ${700n}     | ${[623n, 77n]}        | ${[0n, 1_169n]}       | ${'70 % of both: then what is payable, then debt'}
  ${[1n, 1_779n]}     | ${0n}       | ${[0n, 0n]}           | ${[889n, 1n]}         | ${'a single won apart'}
`('with $pending waiting and $payable payable: $because', (row: Record<string, unknown>) => {
  const sourced = refund([1_000n, 2_000n], row['pending'] as bigint[], row['payable'] as bigint);
  expect(sourced.map((line) => line.fromPayable)).toEqual(row['fromPayable']);
  expect(sourced.map((line) => line.toDebt)).toEqual(row['toDebt']);
});

// Line A gets 890 won back, after a cancel that had taken all of the line.
// prettier-ignore
test.each`
  share        | kept    | toPayable | because
  ${0n}        | ${0n}   | ${0n}     | ${'nothing has matured: it waits again'}
  ${100_000n}  | ${0n}   | ${890n}   | ${'all has matured: it is payable at once'}
  ${30_000n}   | ${0n}   | ${267n}   | ${'30 % have matured: so much is payable, the rest waits'}
  ${30_000n}   | ${267n} | ${0n}     | ${'30 % have matured, and that part was never taken'}
  ${100_000n}  | ${889n} | ${1n}     | ${'a won of rounding of a matured line'}
`('a line of which $share has matured and $kept is there gets $toPayable payable: $because', (row: Record<string, bigint>) => {
  const [line] = linesOfCancel([refundable('A', 1_000n, { canceled: 1_000n })], [-1_000n]);
  const { share = 0n, kept = 0n, toPayable = 0n } = row;
  const returned = returnSources(line ? [line] : [], new Map([['A', { remaining: 0n, kept, share }]]));
  expect(returned).toMatchObject([{ net: -890n, fromPayable: -toPayable, toDebt: 0n }]);
});

/** The books of one order line, moved by maturing tranches and by cancels. */
class LineBooks {
  pending: bigint;
  payable = 0n;
  debt = 0n;
  paidOut = 0n;
  private canceled = 0n;
  private shareMatured = 0n;
  private matured = 0n;
  private takenBack = 0n;
  constructor(private readonly line: ReturnType<typeof refundable>) {
    this.pending = line.net;
  }
  /**
   * The rule of mature-lines.ts: the remaining net times the share that has matured, less the amount that matured
   * before and was not taken back.
   */
  mature(share: bigint): void {
    this.shareMatured += share;
    const remaining = this.line.net - reversedSoFar(this.line, this.canceled).net;
    const target = (remaining * this.shareMatured) / 100_000n;
    const kept = this.matured - this.takenBack;
    const amount = target > kept ? target - kept : 0n;
    this.matured += amount;
    this.pending -= amount;
    this.payable += amount;
  }
  cancel(amount: bigint): void {
    const before = { ...this.line, canceled: this.canceled };
    const lines = linesOfCancel([before], [amount]);
    const kept = this.matured - this.takenBack;
    const money = { remaining: this.pending + kept, kept, share: this.shareMatured };
    const [taken] = lines.some(({ net }) => net < 0n)
      ? returnSources(lines, new Map([['A', money]]))
      : refundSources(lines, new Map([['A', this.pending]]), new Map([['acme', this.payable]]));
    if (!taken) return;
    this.canceled += amount;
    this.takenBack += taken.fromPayable + taken.toDebt;
    this.pending -= taken.net - taken.fromPayable - taken.toDebt;
    this.payable -= taken.fromPayable;
    this.debt += taken.toDebt;
  }
  pay(): void {
    this.paidOut += this.payable;
    this.payable = 0n;
  }
}

type Story = { paid: bigint; shares: bigint[]; cancels: bigint[]; order: number[]; payouts: number[] };
const shares = fc.constantFrom<bigint[][]>(
  [100_000n],
  [70_000n, 30_000n],
  [33_333n, 33_333n, 33_334n],
  [1n, 99_998n, 1n],
);
const story = fc.record({
  paid: fc.bigInt(1n, 50_000n),
  shares,
  cancels: fc.array(fc.bigInt(1n, 20_000n), { maxLength: 5 }),
  order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  payouts: fc.array(fc.nat({ max: 12 }), { maxLength: 3 }),
});

function tell({ paid, shares: parts, cancels, order, payouts }: Story, everything: boolean): LineBooks {
  const books = new LineBooks(refundable('A', paid));
  let left = paid;
  const asked = cancels.flatMap((amount) => {
    const part = amount < left ? amount : left;
    left -= part;
    return part > 0n ? [part] : [];
  });
  if (everything && left > 0n) asked.push(left);
  const tranches = [...parts];
  for (let step = 0; tranches.length + asked.length > 0; step += 1) {
    const pick = (order[step % order.length] ?? 0) % (tranches.length + asked.length);
    const share = pick < tranches.length ? tranches.shift() : undefined;
    if (share !== undefined) books.mature(share);
    else books.cancel(asked.splice(pick - tranches.length, 1)[0] ?? 0n);
    if (payouts.includes(step)) books.pay();
    for (const balance of [books.pending, books.payable, books.debt]) expect(balance >= 0n).toBe(true);
  }
  return books;
}

test('whatever the order of maturing, cancelling and paying, the seller ends with the same total and nothing waits', () => {
  fc.assert(
    fc.property(story, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (drawn, other) => {
      const [one, two] = [tell(drawn, false), tell({ ...drawn, order: other, payouts: [] }, false)];
      const total = (books: LineBooks) => books.payable + books.paidOut - books.debt;
      expect(total(one)).toBe(total(two));
      expect([one.pending, two.pending]).toEqual([0n, 0n]);
    }),
    { numRuns: 1_000 },
  );
});

test('a cancel of everything leaves every account of the order at zero, and as debt exactly what was paid out', () => {
  fc.assert(
    fc.property(story, (drawn) => {
      const books = tell(drawn, true);
      expect([books.pending, books.payable]).toEqual([0n, 0n]);
      expect(books.debt).toBe(books.paidOut);
    }),
    { numRuns: 1_000 },
  );
});
