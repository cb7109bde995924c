import * as fc from 'fast-check';
import { assumedParts, isAmbiguous } from './assumed-parts.js';

const linesOf = (...drafts: (readonly [string, bigint])[]) =>
  drafts.map(([sellerId, remaining]) => ({ sellerId, remaining }));
const acmeBoltAcme = linesOf(['acme', 9_000n], ['bolt', 20_000n], ['acme', 7_000n]);
const five = linesOf(['a', 100n], ['b', 200n], ['c', 300n], ['d', 400n], ['e', 1_000n]);

// prettier-ignore
test.each`
  lines                                             | amount     | parts                          | because
  ${acmeBoltAcme}                                   | ${36_000n} | ${[9_000n, 20_000n, 7_000n]}   | ${'everything'}
  ${acmeBoltAcme}                                   | ${20_000n} | ${[0n, 20_000n, 0n]}           | ${'one line fits'}
  ${acmeBoltAcme}                                   | ${16_000n} | ${[9_000n, 0n, 7_000n]}        | ${'the lines of one seller fit'}
  ${acmeBoltAcme}                                   | ${29_000n} | ${[9_000n, 20_000n, 0n]}       | ${'two lines fit'}
  ${linesOf(['a', 50n], ['b', 50n], ['c', 70n])}    | ${50n}     | ${[50n, 0n, 0n]}               | ${'two lines fit alike: the earlier one'}
  ${linesOf(['a', 30n], ['b', 20n], ['b', 10n])}    | ${30n}     | ${[30n, 0n, 0n]}               | ${'fewer lines before a whole seller'}
  ${five}                                           | ${500n}    | ${[100n, 0n, 0n, 400n, 0n]}    | ${'two pairs fit: the one with the earliest line'}
  ${five}                                           | ${1_900n}  | ${[0n, 200n, 300n, 400n, 1_000n]} | ${'all but one line'}
  ${five}                                           | ${1_500n}  | ${[0n, 200n, 300n, 0n, 1_000n]}| ${'all but two lines'}
  ${linesOf(['a', 1n], ['b', 2n], ['b', 4n], ['b', 8n], ['c', 16n], ['d', 32n], ['e', 64n])} | ${113n} | ${[1n, 0n, 0n, 0n, 16n, 32n, 64n]} | ${'all but the lines of one seller'}
  ${linesOf(['a', 0n], ['b', 60n], ['c', 30n])}     | ${30n}     | ${[0n, 0n, 30n]}               | ${'a line without a rest gives nothing'}
  ${linesOf(['a', 100n], ['b', 300n])}              | ${40n}     | ${[10n, 30n]}                  | ${'nothing fits: in proportion'}
  ${linesOf(['a', 1n], ['b', 1n], ['c', 1n])}       | ${2n}      | ${[1n, 1n, 0n]}                | ${'two of three equal lines'}
`('$amount: $because', (row: { lines: { sellerId: string; remaining: bigint }[]; amount: bigint; parts: bigint[] }) => {
  expect(assumedParts(row.lines, row.amount)).toEqual(row.parts);
});

test('whatever remains, the parts add up and no line gives more than it has', () => {
  const line = fc.record({ sellerId: fc.constantFrom('a', 'b', 'c'), remaining: fc.bigInt(0n, 50n) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.bigInt(0n, 600n), (lines, draw) => {
      const balance = lines.reduce((sum, { remaining }) => sum + remaining, 0n);
      const amount = draw % (balance + 1n);
      const parts = assumedParts(lines, amount);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
      parts.forEach((part, i) => expect(part >= 0n && part <= (lines[i]?.remaining ?? 0n)).toBe(true));
      if (!isAmbiguous(lines, amount)) {
        const open = lines.filter(({ remaining }) => remaining > 0n);
        expect(open.length <= 1 || amount === 0n || amount === balance).toBe(true);
      }
    }),
  );
});
