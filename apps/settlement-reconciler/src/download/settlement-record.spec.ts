import fc from 'fast-check';
import type { SettlementRow } from '@jeongsan/provider-client';
import { roundsOf, settlementRecord, type SettlementRecord } from './settlement-record.js';

const record = (transactionKey: string): SettlementRecord => ({
  ...{ account: '', transactionKey, paymentKey: '', orderId: '', method: '', currency: 'KRW' },
  ...{ amount: 0n, fee: 0n, fees: 0n, baseFee: null, supplyAmount: 0n, vat: 0n, payOutAmount: 0n },
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

const at = (time: string): Date => new Date(`2026-11-18T${time}+09:00`);
const row: Omit<SettlementRow, 'approvedAt' | 'cancel'> = {
  ...{ mId: 'm', transactionKey: 't', paymentKey: 'p', orderId: 'o', method: '카드', currency: 'KRW' },
  ...{ amount: 0n, interestFee: 0n, fee: 0n, fees: [], supplyAmount: 0n, vat: 0n, payOutAmount: 0n },
  ...{ soldDate: '2026-11-18', paidOutDate: '2026-11-23' },
};

test.each(['00:00:00', '00:30:00', '04:00:00', '08:59:59', '23:59:59'])(
  'what happened at %s in Seoul happened on that day, a cancel on the day of the cancel',
  (time) => {
    const approved = settlementRecord({ ...row, approvedAt: at(time), cancel: null }, '', 2);
    const cancel = { canceledAt: at(time) };
    const earlier = new Date('2026-11-01T13:00:00+09:00');
    const canceled = settlementRecord({ ...row, approvedAt: earlier, cancel }, '', 2);
    expect([approved?.occurredOn, canceled?.occurredOn]).toEqual(['2026-11-18', '2026-11-18']);
  },
);

const sold: SettlementRow = { ...row, approvedAt: at('10:00:00'), cancel: null };
const priced: SettlementRow = {
  ...sold,
  ...{ amount: 1_000n, fee: 33n, fees: [{ type: 'BASE', fee: 33n }], supplyAmount: 30n, vat: 3n, payOutAmount: 967n },
};
const amounts = { amount: 1_000n, fee: 33n, fees: 33n, supplyAmount: 30n, vat: 3n, payOutAmount: 967n };

test.each<[missing: string, shown: Partial<SettlementRow>]>([
  ['the sum of its fees', { fee: undefined }],
  ['its fees', { fees: undefined }],
  ['every fee', { fee: undefined, fees: undefined }],
  ['its payout', { payOutAmount: null }],
  ['its tax', { vat: undefined }],
  ['its supply amount', { supplyAmount: undefined }],
])('a row without %s follows from the other amounts', (_, shown) => {
  expect(settlementRecord({ ...priced, ...shown }, '', 2)).toMatchObject(amounts);
});

test.each<[missing: string, shown: Partial<SettlementRow>]>([
  ['an amount that can be read', { amount: undefined }],
  ['tax and supply amount', { vat: undefined, supplyAmount: undefined }],
])('a row without %s is not stored', (_, shown) => {
  expect(settlementRecord({ ...priced, ...shown }, '', 2)).toBeUndefined();
});

test('a row that does not say when it happened happened on its settlement day', () => {
  expect(settlementRecord({ ...priced, approvedAt: undefined }, '', 2)?.occurredOn).toBe('2026-11-18');
  const cancel = { cancelAmount: 1_000n, transactionKey: 't' };
  const earlier = new Date('2026-11-01T13:00:00+09:00');
  expect(settlementRecord({ ...priced, approvedAt: earlier, cancel }, '', 2)?.occurredOn).toBe('2026-11-18');
});
