import { canonicalJson, type DecisionRow, FIRST_HASH, hashOfDecision } from './canonical.js';

test('equal facts are equal bytes, in whatever order they are named', () => {
  const facts = { state: 'approved', amount: 9_007_199_254_740_993n, terms: { fee: null, rates: [1, 2.5] } };
  const turned = { terms: { rates: [1, 2.5], fee: null }, amount: 9_007_199_254_740_993n, state: 'approved' };
  expect(canonicalJson(facts)).toBe(
    '{"amount":"9007199254740993","state":"approved","terms":{"fee":null,"rates":[1,2.5]}}',
  );
  expect(canonicalJson(turned)).toBe(canonicalJson(facts));
});

const row: DecisionRow = {
  ...{ number: 1n, id: '5f0c1c0e-0000-4000-8000-000000000001', at: '2026-03-01T00:00:00.000000Z', kind: 'hold.placed' },
  ...{ subject: 's1', service: 'payout-scheduler', actor: 'person:kim', credential: 'key:a', reason: '분쟁' },
  ...{ before: null, after: '{"amount":"1"}', prevHash: FIRST_HASH, hash: '' },
};

test('every column changes the hash, and text that moves from one column to the next does, too', () => {
  const whole = hashOfDecision(row);
  expect(hashOfDecision({ ...row, hash: 'x' })).toBe(whole);
  const changed: readonly DecisionRow[] = [
    ...(['number', 'id', 'at', 'kind', 'subject', 'service', 'actor', 'credential', 'prevHash'] as const).map(
      (name) => ({
        ...row,
        [name]: name === 'number' ? 2n : `${String(row[name])}x`,
      }),
    ),
    ...(['reason', 'before', 'after'] as const).map((name) => ({ ...row, [name]: row[name] === null ? '' : null })),
    { ...row, subject: 's', service: '1payout-scheduler' },
  ];
  expect(new Set([whole, ...changed.map(hashOfDecision)]).size).toBe(changed.length + 1);
});
