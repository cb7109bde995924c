import type { ProviderFault } from './provider-fault.js';

// prettier-ignore
/**
 * Codes of v2 sellers, payouts and bank accounts, and of the legacy sub-malls and their payouts.
 * Document 2 section 7 names NOT_AVAILABLE_BANK_ACCOUNT_VERIFICATION alone and document 1 section 7 none: the others are published, but for each ASSUMED.
 */
export const sellersErrors = {
  // ASSUMED: the status of FORBIDDEN_SELLER_PAYOUT, a published v2 code, is not published; its name says 403.
  FORBIDDEN_SELLER_PAYOUT:    { status: 403, ko: '지급이 불가능한 셀러입니다.', en: 'Payouts to this seller are not allowed.' },

  // ASSUMED: v2 sellers answer codes that are not published; names and statuses follow the legacy payout interface.
  NOT_FOUND_SELLER:           { status: 404, ko: '존재하지 않는 셀러입니다.', en: 'Not found seller.' },
  DUPLICATED_REF_SELLER_ID:   { status: 400, ko: '이미 등록된 refSellerId 입니다.', en: 'The refSellerId is already used.' },
  NOT_MATCH_HOLDER_NAME:      { status: 400, ko: '예금주명이 일치하지 않습니다.', en: 'The holder name does not match.' },
  INVALID_ENCRYPTION:         { status: 400, ko: '암호화된 요청을 해석할 수 없습니다.', en: 'The encrypted request cannot be read.' },

  // ASSUMED: v2 payouts answer the legacy payout codes where one fits (the first four), else codes that are not published.
  NOT_ENOUGH_AMOUNT:          { status: 400, ko: '지급가능한 금액을 초과했습니다.', en: 'The payable amount is exceeded.' },
  NOT_ALLOWED_HOLIDAY:        { status: 400, ko: '공휴일은 지급일로 선택할 수 없습니다.', en: 'A holiday cannot be a payout date.' },
  INVALID_PAYABLE_DATE:       { status: 400, ko: '지급 가능한 날짜가 아닙니다.', en: 'The payout date is not allowed.' },
  PAYOUT_NOT_FOUND:           { status: 404, ko: '존재하지 않는 지급입니다.', en: 'Not found payout.' },
  NOT_AVAILABLE_EXPRESS_TIME: { status: 400, ko: '바로지급은 영업일 08시부터 15시까지 요청할 수 있습니다.', en: 'EXPRESS payouts can be requested on business days from 08:00 to 15:00.' },
  EXCEED_MAX_PAYOUT_AMOUNT:   { status: 400, ko: '1회 지급 가능 금액을 초과했습니다.', en: 'The amount of a single payout is exceeded.' },
  EXCEED_MAX_PAYOUT_COUNT:    { status: 400, ko: '한 번에 요청할 수 있는 지급은 100건입니다.', en: 'At most 100 payouts can be requested at once.' },
  DUPLICATED_REF_PAYOUT_ID:   { status: 400, ko: '이미 사용된 refPayoutId 입니다.', en: 'The refPayoutId is already used.' },
  NOT_CANCELABLE_PAYOUT:      { status: 400, ko: '취소할 수 없는 지급입니다.', en: 'The payout cannot be canceled.' },

  // ASSUMED: the status of the bank account verification's maintenance window is not published.
  NOT_AVAILABLE_BANK_ACCOUNT_VERIFICATION: { status: 400, ko: '은행 계좌 검증 서비스를 이용할 수 없는 시간입니다.', en: 'The bank account verification service is unavailable.' },

  NOT_FOUND_SUBMALL:          { status: 404, ko: '존재하지 않는 서브몰입니다.', en: 'The sub-mall does not exist.' },
  ALREADY_EXIST_SUBMALL:      { status: 400, ko: '이미 존재하는 서브몰입니다.', en: 'The sub-mall already exists.' },
  INVALID_SUBMALL_ID:         { status: 400, ko: '서브몰 ID는 영문, 숫자 20글자 이하여야 합니다.', en: 'The sub-mall id must be up to 20 letters or digits.' },
  NOT_REGISTERED_SUBMALL:     { status: 400, ko: '서브몰의 사업자번호가 등록되어 있지 않습니다.', en: 'The business number of the sub-mall is not registered.' },
  ACCOUNT_OWNER_CHECK_FAILED: { status: 400, ko: '계좌 소유주를 확인하지 못했습니다. 은행코드, 계좌번호를 확인해주세요.', en: 'The account holder could not be read.' },
  NOT_MATCH_PAYEE_NAME:       { status: 400, ko: '수취인 성명이 불일치 합니다.', en: 'The payee name does not match.' },
} as const satisfies Record<string, ProviderFault>;
