import type { ItemOf } from '../api/names.js';
import type { Word } from './words.js';

type Terms = ItemOf<'listAllTerms'>;

export const taxTypeWords = {
  GENERAL: ['General taxpayer', '일반과세자'],
  SIMPLIFIED: ['Simplified taxpayer', '간이과세자'],
  EXEMPT: ['Exempt from VAT', '면세사업자'],
  WITHHOLDING: ['Individual, 3.3 % withheld', '개인(3.3% 원천징수)'],
  NON_WITHHOLDING: ['Individual, nothing withheld', '개인(원천징수 없음)'],
} as const satisfies Record<NonNullable<Terms['taxType']>, Word>;

export const startEventWords = {
  PAID: ['Payment', '결제'],
  DELIVERED: ['Delivery', '배송 완료'],
  CONFIRMED: ['Purchase confirmed', '구매 확정'],
} as const satisfies Record<NonNullable<Terms['startEvent']>, Word>;

export const vatBearerWords = {
  SELLER: ['Added to the charge (seller)', '수수료에 더함(판매자 부담)'],
  PLATFORM: ['Within the charge (platform)', '수수료에 포함(플랫폼 부담)'],
} as const satisfies Record<NonNullable<Terms['vatBearer']>, Word>;

export const commissionBaseWords = {
  AFTER_SELLER_DISCOUNT: ["Price less the seller's discount", '판매자 부담 할인을 뺀 금액'],
  ORDER: ['Price of the line', '판매 금액'],
} as const satisfies Record<NonNullable<Terms['commissionBase']>, Word>;

export const datePolicyWords = {
  HOLIDAY_BEFORE: ['The business day before', '앞 영업일'],
  HOLIDAY_AFTER: ['The business day after', '다음 영업일'],
  CALENDAR_DAY: ['The day itself', '휴일 그대로'],
} as const satisfies Record<Terms['datePolicy'], Word>;

export const lagUnitWords = {
  CALENDAR: ['calendar days', '일'],
  BUSINESS: ['business days', '영업일'],
} as const satisfies Record<Terms['tranches'][number]['unit'], Word>;

export const roundingWords = {
  floor: ['Down', '내림'],
  ceil: ['Up', '올림'],
  'half-up': ['Half up', '반올림'],
} as const satisfies Record<NonNullable<Terms['commission']['rounding']>, Word>;

export const settledAsWords = {
  TOTAL: ['Amount includes VAT', '부가세 포함 금액'],
  SUPPLY: ['VAT comes on top', '부가세 별도'],
} as const satisfies Record<NonNullable<Terms['settledAs']>, Word>;

export const ruleChangeKindWords = {
  begin: ['A rule begins', '규칙 시작'],
  end: ['A rule ends', '규칙 종료'],
} as const satisfies Record<ItemOf<'listRuleChanges'>['kind'], Word>;
