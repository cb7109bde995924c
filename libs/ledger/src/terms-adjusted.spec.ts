import { type LineAmounts, NO_AMOUNTS } from '@jeongsan/settlement';
import { termsAdjusted } from './statement.postings.js';

const adjusted = (moved: Partial<LineAmounts>, toDebt = 0n): string[] =>
  termsAdjusted({
    ...{ adjustmentId: 'c-1/2', sellerId: 'acme', effectiveAt: new Date('2026-05-08T01:00:00Z') },
    moved: { ...NO_AMOUNTS, ...moved },
    toDebt,
  }).transfers.map(({ debit, credit, amount }) => `${debit.code} > ${credit.code} ${amount.minor}`);

test('what a seller is charged less goes to payable, what it is granted less comes from it', () => {
  expect(adjusted({ commission: -200n, commissionVat: -20n, promotion: -50n })).toEqual([
    'seller:acme:payable > platform:promotion 50',
    'platform:commission > seller:acme:payable 200',
    'platform:vat > seller:acme:payable 20',
  ]);
});

test('what payable does not cover becomes debt', () => {
  expect(adjusted({ commission: 200n, commissionVat: 20n, fees: 100n, feeVat: 10n }, 300n)).toEqual([
    'seller:acme:payable > platform:commission 200',
    'seller:acme:payable > platform:fees 100',
    'seller:acme:payable > platform:vat 30',
    'seller:acme:debt > seller:acme:payable 300',
  ]);
});

test('no difference moves nothing', () => {
  expect(adjusted({})).toEqual([]);
});
