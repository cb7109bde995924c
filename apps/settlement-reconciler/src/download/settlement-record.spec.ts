import fc from 'fast-check';
import { roundsOf, type SettlementRecord } from './settlement-record.js';

const record = (transactionKey: string): SettlementRecord => ({
  ...{ transactionKey, paymentKey: '', orderId: '', method: '', currency: 'KRW' },
  ...{ amount: 0n, fee: 0n, fees: 0n, supplyAmount: 0n, vat: 0n, payOutAmount: 0n },
  ...{ occurredOn: '', soldDate: '', paidOutDate: '', pendingFrom: '' },
});

test('the rounds of a page hold every row once, no key twice, and a repeated row in a later round', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (keys) => {
      const rounds = roundsOf(keys.map(record)).map((round) => round.map((r) => r.transactionKey));
      expect(rounds.flat().sort()).toEqual([...keys].sort());
      for (const round of rounds) expect(new Set(round).size).toBe(round.length);
      for (const [index, round] of rounds.entries())
        for (const key of round) expect(rounds.slice(0, index).every((earlier) => earlier.includes(key))).toBe(true);
    }),
  );
});
