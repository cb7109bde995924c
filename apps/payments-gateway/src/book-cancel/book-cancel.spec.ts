import * as fc from 'fast-check';
import { linesOfCancel } from '../cancel-lines.js';
import { remainingOf } from '../refundable-lines.js';
import { refundable } from '../testing/refundable-line.js';
import { fitParts } from './fit-parts.js';
import { refundSources } from './refund-sources.js';

// prettier-ignore
test.each`
  asked                | canceled           | amount    | parts                  | because
  ${[0n, 0n, 0n]}      | ${[0n, 0n, 0n]}    | ${600n}   | ${[300n, 200n, 100n]}  | ${'nobody asked us: by what remains'}
  ${[0n, 0n, 0n]}      | ${[300n, 0n, 100n]}| ${200n}   | ${[0n, 200n, 0n]}      | ${'nobody asked us, and only one line is left'}
  ${[0n, 150n, 0n]}    | ${[0n, 0n, 0n]}    | ${150n}   | ${[0n, 150n, 0n]}      | ${'as it was asked'}
  ${[0n, 200n, 0n]}    | ${[0n, 100n, 0n]}  | ${200n}   | ${[75n, 100n, 25n]}    | ${'another cancel took half of the line meanwhile'}
  ${[300n, 200n, 100n]}| ${[0n, 0n, 0n]}    | ${600n}   | ${[300n, 200n, 100n]}  | ${'everything'}
`('$amount of lines asked $asked with $canceled gone takes $parts: $because', (row: Record<string, bigint[]>) => {
  const lines = [300n, 200n, 100n].map((paid, i) =>
    refundable(`L${i}`, paid, { asked: row['asked']?.[i] ?? 0n, canceled: row['canceled']?.[i] ?? 0n }),
  );
  expect(fitParts(lines, row['amount'] as unknown as bigint)).toEqual(row['parts']);
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
      const parts = fitParts(lines, amount);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
      parts.forEach((part, i) => expect(part <= remainingOf(lines[i] ?? refundable('none', 0n))).toBe(true));
    }),
  );
});

// prettier-ignore
test.each`
  matured         | payable     | fromPayable           | toDebt                | because
  ${[]}           | ${10_000n}  | ${[0n, 0n]}           | ${[0n, 0n]}           | ${'nothing has matured: all of it is still pending'}
  ${['A']}        | ${10_000n}  | ${[890n, 0n]}         | ${[0n, 0n]}           | ${'a matured line takes payable money'}
  ${['A', 'B']}   | ${10_000n}  | ${[890n, 1_780n]}     | ${[0n, 0n]}           | ${'so do two'}
  ${['A', 'B']}   | ${1_000n}   | ${[890n, 110n]}       | ${[0n, 1_670n]}       | ${'as far as it goes, in the order of the lines'}
  ${['A', 'B']}   | ${0n}       | ${[0n, 0n]}           | ${[890n, 1_780n]}     | ${'the rest is debt'}
`('matured $matured with $payable payable: $because', (row: Record<string, unknown>) => {
  const lines = linesOfCancel([refundable('A', 1_000n), refundable('B', 2_000n)], [1_000n, 2_000n]);
  const sourced = refundSources(lines, new Set(row['matured'] as string[]), new Map([['acme', row['payable'] as bigint]]));
  expect(sourced.map((line) => line.fromPayable)).toEqual(row['fromPayable']);
  expect(sourced.map((line) => line.toDebt)).toEqual(row['toDebt']);
});

test('a won of rounding in the seller’s favour goes where the money of the line went', () => {
  const [line] = linesOfCancel([refundable('A', 10_000n, { canceled: 9_999n })], [1n]);
  const owed = { ...(line as NonNullable<typeof line>), net: -1n };
  expect(refundSources([owed], new Set(['A']), new Map())).toMatchObject([{ fromPayable: -1n, toDebt: 0n }]);
});
