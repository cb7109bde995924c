import { Refusal } from '@jeongsan/http-contract';
import fc from 'fast-check';
import { priceOfUnits, type RefundableLine } from '../refundable-lines.js';
import { refundable } from '../../testing/refundable-line.js';
import { planCancel, type CancelAsked } from './plan-cancel.js';

/** Lines: A of 6,000; B of 3,000, 1,000 of it canceled; C of 1,000. 9,000 remain. B and C are half tax-free. */
const lines = [
  refundable('A', 6_000n),
  refundable('B', 3_000n, { canceled: 1_000n, taxFree: 1_500n }),
  refundable('C', 1_000n, { taxFree: 500n }),
];
const plan = (asked: Partial<CancelAsked>) => planCancel(lines, { cancelReason: 'changed my mind', ...asked });

// prettier-ignore
test.each`
  cancelAmount | named                             | parts                        | taxFree   | because
  ${undefined} | ${undefined}                      | ${[6_000n, 2_000n, 1_000n]}  | ${1_500n} | ${'no amount is all that remains'}
  ${9_000n}    | ${undefined}                      | ${[6_000n, 2_000n, 1_000n]}  | ${1_500n} | ${'all that remains, said aloud'}
  ${4_500n}    | ${undefined}                      | ${[3_000n, 1_000n, 500n]}    | ${750n}   | ${'no lines: by what remains of each'}
  ${100n}      | ${undefined}                      | ${[67n, 22n, 11n]}           | ${16n}    | ${'the odd won goes to the largest remainder'}
  ${1n}        | ${undefined}                      | ${[1n, 0n, 0n]}              | ${0n}     | ${'a line without a share is not touched'}
  ${2_000n}    | ${{ B: 2_000n }}                  | ${[0n, 2_000n, 0n]}          | ${1_000n} | ${'the line that was named'}
  ${1_500n}    | ${{ C: 500n, A: 1_000n }}         | ${[1_000n, 0n, 500n]}        | ${250n}   | ${'named in any order'}
  ${undefined} | ${{ A: 6_000n, B: 2_000n, C: 1_000n }} | ${[6_000n, 2_000n, 1_000n]} | ${1_500n} | ${'all that remains, line by line'}
`('$cancelAmount of $named: $because', ({ cancelAmount, named, parts, taxFree }: Record<string, unknown>) => {
  const asked = { cancelAmount, lines: linesOf(named) } as Partial<CancelAsked>;
  expect(plan(asked)).toMatchObject({ amount: (parts as bigint[]).reduce((a, b) => a + b), parts, taxFree, units: [0, 0, 0] });
});

// prettier-ignore
test.each`
  asked                                                           | code
  ${{ cancelAmount: 9_001n }}                                     | ${'CANCEL_EXCEEDS_BALANCE'}
  ${{ cancelAmount: 0n }}                                         | ${'CANCEL_LINES_INVALID'}
  ${{ cancelAmount: 2_001n, lines: linesOf({ B: 2_001n }) }}      | ${'CANCEL_LINES_INVALID'}
  ${{ cancelAmount: 2_000n, lines: linesOf({ B: 1_999n }) }}      | ${'CANCEL_LINES_INVALID'}
  ${{ lines: linesOf({ B: 2_000n }) }}                            | ${'CANCEL_LINES_INVALID'}
  ${{ cancelAmount: 100n, lines: linesOf({ D: 100n }) }}          | ${'CANCEL_LINES_INVALID'}
  ${{ cancelAmount: 100n, lines: linesOf({ A: 100n, B: 0n }) }}   | ${'CANCEL_LINES_INVALID'}
  ${{ cancelAmount: 100n, lines: [{ lineId: 'A', amount: 50n }, { lineId: 'A', amount: 50n }] }} | ${'CANCEL_LINES_INVALID'}
  ${{ cancelAmount: 4_500n, taxFreeAmount: 749n }}                | ${'CANCEL_LINES_INVALID'}
  ${{ cancelAmount: 100n, currency: 'USD' }}                      | ${'CANCEL_REFUSED'}
  ${{ cancelAmount: 100n, refundableAmount: 10_000n }}            | ${'CANCEL_REFUSED'}
`('$asked is refused: $code', ({ asked, code }: { asked: Partial<CancelAsked>; code: string }) => {
  expect(refusalOf(() => plan(asked))).toBe(code);
});

test('of a payment that is wholly canceled nothing can be canceled', () => {
  const spent = lines.map((line) => ({ ...line, canceled: line.paid }));
  expect(refusalOf(() => planCancel(spent, { cancelReason: 'again' }))).toBe('CANCEL_EXCEEDS_BALANCE');
});

test('what the provider would check is accepted when it is true', () => {
  expect(plan({ cancelAmount: 4_500n, taxFreeAmount: 750n, currency: 'KRW', refundableAmount: 9_000n }).amount).toBe(
    4_500n,
  );
});

describe('units', () => {
  /** U: 3 units of 10,000 won; V: 5 units of 3 won, 2 of them and 2 won given back. */
  const sold = [
    refundable('U', 10_000n, { quantity: 3 }),
    refundable('V', 3n, { quantity: 5, canceledQuantity: 2, canceled: 2n }),
  ];
  const ofUnits = (quantity: number, lineId = 'U') =>
    planCancel(sold, { cancelReason: 'too many', addsUpLines: true, lines: [{ lineId, quantity }] });

  test.each([
    [1, 3_334n],
    [2, 6_667n],
    [3, 10_000n],
  ])('%d of 3 units of 10,000 won give back %d', (quantity, amount) => {
    expect(ofUnits(quantity)).toMatchObject({ amount, taxFree: 0n, parts: [amount, 0n], units: [quantity, 0] });
  });

  test('units that carry no won cannot be canceled, and not more units than are left', () => {
    expect(ofUnits(1, 'V').amount).toBe(1n);
    const spent = [refundable('V', 3n, { quantity: 5, canceledQuantity: 3, canceled: 3n }), sold[0] as RefundableLine];
    const more = { cancelReason: 'too many', addsUpLines: true as const, lines: [{ lineId: 'V', quantity: 1 }] };
    expect(refusalOf(() => planCancel(spent, more))).toBe('CANCEL_LINES_INVALID');
    expect(refusalOf(() => ofUnits(4))).toBe('CANCEL_QUANTITY_EXCEEDS');
    expect(refusalOf(() => ofUnits(4, 'V'))).toBe('CANCEL_QUANTITY_EXCEEDS');
  });

  test('a line named without units and amount is all that is left of it', () => {
    const rest = planCancel(sold, { cancelReason: 'gone', addsUpLines: true, lines: [{ lineId: 'V' }] });
    expect(rest).toMatchObject({ amount: 1n, parts: [0n, 1n] });
  });

  test('any groups of units give exactly the amount of the line, beyond 2^31 too', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 9_000_000_000_000n), fc.array(fc.integer({ min: 1, max: 40 })), (paid, groups) => {
        const quantity = groups.reduce((sum, units) => sum + units, 1);
        let line = refundable('U', paid, { quantity });
        for (const units of [...groups, 1]) {
          const part = priceOfUnits(line, units);
          const each = paid / BigInt(quantity);
          expect(part >= each * BigInt(units) && part <= (each + 1n) * BigInt(units)).toBe(true);
          line = { ...line, canceled: line.canceled + part, canceledQuantity: line.canceledQuantity + units };
        }
        expect([line.canceled, line.canceledQuantity]).toEqual([paid, quantity]);
      }),
    );
  });
});

function linesOf(named: unknown): { lineId: string; amount: bigint }[] | undefined {
  return named
    ? Object.entries(named as Record<string, bigint>).map(([lineId, amount]) => ({ lineId, amount }))
    : undefined;
}

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'none';
}
