import type { ProviderFault } from './provider-fault.js';

// prettier-ignore
/**
 * Codes of more than one area, and those no area owns: keys, headers, versions, formats, the provider's own failures.
 * Documents 1 to 3 section 7 list neither these codes nor their statuses, but for the 429 of document 1: these are the provider's published ones.
 */
export const anyOperationErrors = {
  UNAUTHORIZED_KEY:                  { status: 401, ko: '인증되지 않은 시크릿 키 혹은 클라이언트 키 입니다.', en: 'Unauthorized secretKey or clientKey.' },
  INCORRECT_BASIC_AUTH_FORMAT:       { status: 403, ko: "잘못된 요청입니다. ':' 를 포함해 인코딩해주세요.", en: "Incorrect Basic authentication format. Encode with a trailing ':'." },
  INVALID_API_KEY:                   { status: 400, ko: '잘못된 시크릿키 연동 정보 입니다.', en: 'Incorrect secret key.' },
  INVALID_CLIENT_KEY:                { status: 400, ko: '잘못된 클라이언트 연동 정보 입니다.', en: 'Incorrect client key.' },
  FORBIDDEN_REQUEST:                 { status: 403, ko: '허용되지 않은 요청입니다.', en: 'Not allowed request.' },
  FORBIDDEN_CONSECUTIVE_REQUEST:     { status: 403, ko: '반복적인 요청은 허용되지 않습니다. 잠시 후 다시 시도해주세요.', en: 'Repeated requests are not allowed.' },
  // The name TOO_MANY_REQUESTS is ASSUMED: only the status 429 is stated.
  TOO_MANY_REQUESTS:                 { status: 429, ko: '비정상적으로 많은 요청이 감지되었습니다.', en: 'Too many requests.' },
  NOT_FOUND_HTTP_METHOD:             { status: 404, ko: '존재하지 않는 경로입니다.', en: 'The path does not exist.' },
  NOT_FOUND:                         { status: 404, ko: '존재하지 않는 정보 입니다.', en: 'The information does not exist.' },
  NOT_FOUND_MERCHANT:                { status: 404, ko: '존재하지 않는 상점 정보 입니다.', en: 'The merchant does not exist.' },
  NOT_FOUND_MERCHANT_INTEGRATION:    { status: 404, ko: '존재하지 않는 상점 연동 정보 입니다.', en: 'The integration of the merchant does not exist.' },
  API_VERSION_UPDATE_NEEDED:         { status: 400, ko: '이 API를 사용하려면 더 높은 버전으로 변경해야 합니다.', en: 'This API needs a newer API version.' },

  INVALID_IDEMPOTENCY_KEY:           { status: 400, ko: '멱등키는 300자 이하여야 합니다.', en: 'The idempotency key must be 300 characters or fewer.' },
  IDEMPOTENT_REQUEST_PROCESSING:     { status: 409, ko: '이전 멱등 요청이 처리중입니다.', en: 'The previous idempotent request is being processed.' },
  INVALID_TEST_CODE:                 { status: 400, ko: '존재하지 않는 테스트 코드 입니다.', en: 'The test code does not exist.' },

  INVALID_REQUEST:                   { status: 400, ko: '잘못된 요청입니다.', en: 'The bad request.' },
  INVALID_REQUIRED_PARAM:            { status: 400, ko: '필수 파라미터가 누락되었습니다.', en: 'A required parameter is missing.' },
  DUPLICATED_REQUEST:                { status: 400, ko: '중복된 요청입니다.', en: 'The request is a duplicate.' },
  INVALID_DATE:                      { status: 400, ko: '날짜 데이터가 잘못 되었습니다.', en: 'Invalid date.' },
  INVALID_ISO_DATE_FORMAT:           { status: 400, ko: '시간 형식은 ISO 8601 형식이어야 합니다.', en: 'The time must be in ISO 8601 format.' },
  INVALID_EMAIL:                     { status: 400, ko: '이메일 주소 형식에 맞지 않습니다.', en: 'Not an e-mail address.' },
  INVALID_URL:                       { status: 400, ko: 'url은 http 또는 https를 포함한 주소 형식이어야 합니다.', en: 'The URL must begin with http or https.' },
  INVALID_URL_FORMAT:                { status: 400, ko: '잘못된 URL 형식입니다.', en: 'Invalid URL format.' },
  INVALID_CURRENCY:                  { status: 400, ko: '잘못된 통화 값입니다.', en: 'Invalid currency.' },
  NOT_SUPPORTED_USD:                 { status: 400, ko: '달러 결제를 지원하지 않는 카드 또는 결제수단입니다.', en: 'This card or payment method cannot pay in dollars.' },
  NOT_SUPPORTED_PROCESS:             { status: 400, ko: '지원되지 않는 작업입니다.', en: 'The operation is not supported.' },
  // Document 1 section 8 and document 2 section 8 allow customer keys of different lengths: the message names none.
  INVALID_CUSTOMER_KEY:              { status: 400, ko: 'customerKey 값이 올바르지 않습니다.', en: 'Invalid customerKey.' },
  INVALID_BUSINESS_NUMBER:           { status: 400, ko: '사업자등록번호가 올바르지 않습니다.', en: 'Invalid business registration number.' },
  INVALID_BANK:                      { status: 400, ko: '유효하지 않은 은행입니다.', en: 'Invalid bank.' },
  INVALID_ACCOUNT_NUMBER:            { status: 400, ko: '유효하지 않은 계좌번호입니다.', en: 'Invalid account number.' },
  INVALID_ACCOUNT_NUMBER_OR_UNAVAILABLE: { status: 400, ko: '잘못된 계좌번호이거나 이용할 수 없는 계좌입니다.', en: 'The account number is wrong or the account is unavailable.' },
  INVALID_ACCOUNT_NOT_CORRECT_BANK:  { status: 400, ko: '입력하신 계좌는 해당 은행의 계좌가 아닙니다.', en: 'The account does not belong to this bank.' },
  ALREADY_CLOSE_ACCOUNT:             { status: 400, ko: '이미 해지된 계좌입니다.', en: 'The account is already closed.' },
  NOT_AVAILABLE_BANK:                { status: 403, ko: '은행 서비스 시간이 아닙니다.', en: 'The bank is outside its service hours.' },
  MAINTAINED_METHOD:                 { status: 400, ko: '현재 점검 중 입니다.', en: 'The payment method is under maintenance.' },

  PROVIDER_ERROR:                    { status: 400, ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.', en: 'A temporary error occurred. Please try again.' },
  FAILED_INTERNAL_SYSTEM_PROCESSING: { status: 500, ko: '내부 시스템 처리 작업이 실패했습니다. 잠시 후 다시 시도해주세요.', en: 'Internal system processing failed. Please try again later.' },
  FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING: { status: 500, ko: '결제가 완료되지 않았어요. 다시 시도해주세요.', en: 'The payment was not completed. Please try again.' },
  FAILED_DB_PROCESSING:              { status: 500, ko: '잘못된 요청 값으로 처리 중 DB 에러가 발생했습니다.', en: 'An invalid value caused a database error.' },
  FAILED_HASH_DATA_CREATION:         { status: 500, ko: '해시 데이터 생성 중 오류가 발생했습니다.', en: 'An error occurred while creating hash data.' },
  COMMON_ERROR:                      { status: 500, ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.', en: 'A temporary error occurred. Please try again later.' },
  UNKNOWN_ERROR:                     { status: 500, ko: '알 수 없는 에러입니다.', en: 'Unknown error.' },
} as const satisfies Record<string, ProviderFault>;
