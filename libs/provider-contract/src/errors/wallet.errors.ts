import type { ProviderFault } from './provider-fault.js';

// prettier-ignore
/**
 * Codes of the wallet: terms, access tokens, methods, customers.
 * Document 2 section 7 lists neither codes nor statuses: the published codes are here, but for each ASSUMED.
 */
export const walletErrors = {
  // ASSUMED: which wallet operation answers these published codes is not published; NOT_FOUND_METHOD is manual settlement's too.
  NOT_FOUND_METHOD:           { status: 404, ko: '존재하지 않는 결제수단 입니다.', en: 'The payment method does not exist.' },
  NOT_FOUND_METHOD_OWNERSHIP: { status: 404, ko: '결제수단의 소유자가 아닙니다.', en: 'The payment method belongs to another customer.' },
  NOT_FOUND_METHOD_IN_GROUP:  { status: 404, ko: '같은 그룹내에 존재하지 않는 결제수단 입니다.', en: 'The payment method does not exist in this group.' },
  USER_ACCOUNT_ON_HOLD:       { status: 400, ko: '계정이 사용 불가능한 상태입니다.', en: 'The account is on hold.' },

  // ASSUMED: no code is published for the tokens, terms, customers and discounts of document 2 section 4; names and statuses follow the published ones.
  INVALID_ACCESS_TOKEN:       { status: 401, ko: '유효하지 않은 액세스 토큰입니다.', en: 'Invalid access token.' },
  EXPIRED_ACCESS_TOKEN:       { status: 401, ko: '만료된 액세스 토큰입니다.', en: 'The access token has expired.' },
  INVALID_AUTHORIZATION_CODE: { status: 400, ko: '유효하지 않은 인증 코드입니다.', en: 'Invalid authorization code.' },
  INVALID_REFRESH_TOKEN:      { status: 400, ko: '유효하지 않은 리프레시 토큰입니다.', en: 'Invalid refresh token.' },
  NOT_FOUND_CUSTOMER:         { status: 404, ko: '존재하지 않는 고객입니다.', en: 'The customer does not exist.' },
  NOT_FOUND_TERMS:            { status: 404, ko: '존재하지 않는 약관입니다.', en: 'The terms do not exist.' },
  REQUIRED_TERMS_NOT_AGREED:  { status: 400, ko: '필수 약관에 동의하지 않았습니다.', en: 'The required terms are not agreed to.' },
  EXCEED_DISCOUNT_BUDGET:     { status: 400, ko: '할인 예산이 모두 소진되었습니다.', en: 'The discount budget is used up.' },
} as const satisfies Record<string, ProviderFault>;
