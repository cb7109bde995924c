import { Refused } from '../api/refused.js';
import { assertInstallment, chargeInstallmentCodes, windowInstallmentCodes } from './installments.js';

type Asked = {
  months: number;
  amount: bigint;
  cardType?: '신용' | '체크' | '기프트' | '미확인';
  max?: number;
  isLumpSumOnly?: boolean;
};

function verdictOf(
  { months, amount, cardType = '신용', max = 12, isLumpSumOnly = false }: Asked,
  codes = windowInstallmentCodes,
) {
  try {
    assertInstallment({ months, amount, card: { cardType, isLumpSumOnly } }, { installmentMonthsMax: max }, codes);
    return 'taken';
  } catch (error) {
    return error instanceof Refused ? error.code : 'BUG';
  }
}

// prettier-ignore
test.each([
  [{ months: 0,  amount: 1n },                            'taken'],
  [{ months: -1, amount: 50_000n },                       'INVALID_CARD_INSTALLMENT_PLAN'],
  [{ months: 1,  amount: 50_000n },                       'INVALID_CARD_INSTALLMENT_PLAN'],
  [{ months: 2,  amount: 50_000n },                       'taken'],
  [{ months: 2,  amount: 49_999n },                       'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN_BELOW_AMOUNT'],
  [{ months: 12, amount: 50_000n },                       'taken'],
  [{ months: 13, amount: 50_000n },                       'EXCEED_MAX_CARD_INSTALLMENT_PLAN'],
  [{ months: 6,  amount: 50_000n, max: 6 },               'taken'],
  [{ months: 7,  amount: 50_000n, max: 6 },               'EXCEED_MAX_CARD_INSTALLMENT_PLAN'],
  [{ months: 2,  amount: 50_000n, max: 0 },               'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT'],
  [{ months: 0,  amount: 50_000n, max: 0 },               'taken'],
  [{ months: 2,  amount: 50_000n, cardType: '체크' },      'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT'],
  [{ months: 2,  amount: 50_000n, cardType: '기프트' },    'NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT'],
  [{ months: 2,  amount: 50_000n, isLumpSumOnly: true },  'NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN'],
] as const)('%j is %s', (asked, verdict) => {
  expect(verdictOf(asked)).toBe(verdict);
});

test('a charge knows fewer codes: too many months and too small an amount are a wrong plan', () => {
  const code = 'INVALID_CARD_INSTALLMENT_PLAN';
  expect(verdictOf({ months: 13, amount: 50_000n }, chargeInstallmentCodes)).toBe(code);
  expect(verdictOf({ months: 2, amount: 49_999n }, chargeInstallmentCodes)).toBe(code);
});
