import { type Account, chart, naturalSign } from '@jeongsan/ledger';
import { linesOf } from './report-lines.js';

const makers: readonly ((name: string) => Account)[] = Object.values(chart);
/** Every account of the chart; of the provider's balances those of the main account, and of a further one. */
const all = [...makers.flatMap((make) => [make('billing1'), make('')]), chart.sellerDebt('acme')]
  .map(({ code, kind }) => ({ account: code.replace(/^seller:.*:/, 'seller:'), sign: naturalSign[kind] }))
  .filter(({ account }, i, found) => found.findIndex((one) => one.account === account) === i);

test('each account stands in one line with its balances, those of further accounts at the provider too', () => {
  const accounts = all.map(({ account }, i) => ({
    ...{ account, currency: 'KRW', opening: BigInt(i + 1), closing: BigInt(i + 1) + 30n },
    movements: [
      { template: 'test', corrects: null, amount: 10n, entries: 1 },
      { template: 'test', corrects: '2026-04', amount: 20n, entries: 1 },
    ],
  }));
  const lines = linesOf(accounts).filter(({ closing }) => closing !== null);
  const found = lines.map(({ account, opening, amount, corrections, closing }) => [
    ...[account, opening, amount, corrections, closing],
  ]);
  expect(found.sort()).toEqual(
    all
      .map(({ account, sign }, i) => {
        const opening = BigInt(i + 1);
        return [account, sign * opening, sign * 10n, sign * 20n, sign * (opening + 30n)];
      })
      .sort(),
  );
  expect(new Set(lines.map(({ line }) => line)).size).toBe(lines.length);
  expect(lines).toContainEqual(
    expect.objectContaining({
      ...{ line: 'PROVIDER_BALANCE/billing1', account: 'provider:billing1:available' },
      ...{ ko: '제공자 지급 가능 (billing1)', en: 'Available at the provider (billing1)' },
    }),
  );
});
