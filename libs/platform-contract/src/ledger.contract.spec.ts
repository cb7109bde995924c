import { exportLedgerEntries, listLedgerEntries, listLedgerPostings } from './ledger.contract.js';

const [early, late] = ['2026-05-01T00:00:00+09:00', '2026-06-01T00:00:00+09:00'];

// prettier-ignore
test.each([
  ['entries',             (time: object) => listLedgerEntries.query.safeParse({ account: 'provider:available', ...time })],
  ['postings',            (time: object) => listLedgerPostings.query.safeParse(time)],
  ['the file of entries', (time: object) => exportLedgerEntries.query.safeParse({ format: 'csv', ...time })],
])('a time of %s that ends before it begins is refused, and both its ends are named', (_, read) => {
  expect(read({ from: late, until: early }).error?.issues).toMatchObject([
    { path: ['from'], message: 'from is later than until' },
  ]);
  for (const time of [{ from: early, until: late }, { from: early, until: early }, { from: late }, { until: early }, {}])
    expect(read(time).success).toBe(true);
});
