/** One error of the provider: HTTP status, and its message in Korean and (under Accept-Language: en-US) in English. */
export type ProviderFault = Readonly<{ status: number; ko: string; en: string }>;

// prettier-ignore
/** Every error code the first operations can answer with. Document 1 section 7 and document 2 section 7 list no codes: see each ASSUMED. */
export const providerErrors = {
  UNAUTHORIZED_KEY:                 { status: 401, ko: '인증되지 않은 시크릿 키 혹은 클라이언트 키 입니다.', en: 'Unauthorized secretKey or clientKey.' },
  INCORRECT_BASIC_AUTH_FORMAT:      { status: 403, ko: "잘못된 요청입니다. ':' 를 포함해 인코딩해주세요.", en: "Incorrect Basic authentication format. Encode with a trailing ':'." },
  INVALID_API_KEY:                  { status: 400, ko: '잘못된 시크릿키 연동 정보 입니다.', en: 'Incorrect secret key.' },
  FORBIDDEN_REQUEST:                { status: 403, ko: '허용되지 않은 요청입니다.', en: 'Not allowed request.' },
  NOT_FOUND_HTTP_METHOD:            { status: 404, ko: '존재하지 않는 경로입니다.', en: 'The path does not exist.' },
  INVALID_REQUEST:                  { status: 400, ko: '잘못된 요청입니다.', en: 'The bad request.' },
  INVALID_IDEMPOTENCY_KEY:          { status: 400, ko: '멱등키는 300자 이하여야 합니다.', en: 'The idempotency key must be 300 characters or fewer.' },
  IDEMPOTENT_REQUEST_PROCESSING:    { status: 409, ko: '이전 멱등 요청이 처리중입니다.', en: 'The previous idempotent request is being processed.' },
  INVALID_TEST_CODE:                { status: 400, ko: '존재하지 않는 테스트 코드 입니다.', en: 'The test code does not exist.' },
  TOO_MANY_REQUESTS:                { status: 429, ko: '비정상적으로 많은 요청이 감지되었습니다.', en: 'Too many requests.' },
  FAILED_INTERNAL_SYSTEM_PROCESSING:{ status: 500, ko: '내부 시스템 처리 작업이 실패했습니다. 잠시 후 다시 시도해주세요.', en: 'Internal system processing failed. Please try again later.' },
  UNKNOWN_ERROR:                    { status: 500, ko: '알 수 없는 에러입니다.', en: 'Unknown error.' },

  NOT_FOUND_PAYMENT:                { status: 404, ko: '존재하지 않는 결제 정보 입니다.', en: 'Not found payment.' },
  NOT_FOUND_PAYMENT_SESSION:        { status: 404, ko: '결제 시간이 만료되어 결제 진행 데이터가 존재하지 않습니다.', en: 'The payment session has expired.' },
  ALREADY_PROCESSED_PAYMENT:        { status: 400, ko: '이미 처리된 결제 입니다.', en: 'This is a payment that has already been processed.' },
  DUPLICATED_ORDER_ID:              { status: 400, ko: '이미 승인 및 취소가 진행된 중복된 주문번호 입니다.', en: 'Duplicated orderId.' },
  BELOW_MINIMUM_AMOUNT:             { status: 400, ko: '신용카드는 결제금액이 100원 이상, 계좌는 200원이상부터 결제가 가능합니다.', en: 'Card payments start at 100 won, account payments at 200 won.' },
  REJECT_CARD_PAYMENT:              { status: 403, ko: '한도초과 혹은 잔액부족으로 결제에 실패했습니다.', en: 'Card limit exceeded or insufficient balance.' },
  REJECT_CARD_COMPANY:              { status: 403, ko: '결제 승인이 거절되었습니다.', en: 'The payment was rejected by the card company.' },
  REJECT_ACCOUNT_PAYMENT:           { status: 403, ko: '잔액부족으로 결제에 실패했습니다.', en: 'Insufficient account balance.' },
  INVALID_CARD_EXPIRATION:          { status: 400, ko: '카드 정보를 다시 확인해주세요. (유효기간)', en: 'Check the card expiration.' },
  INVALID_STOPPED_CARD:             { status: 400, ko: '정지된 카드 입니다.', en: 'The card is suspended.' },
  EXCEED_MAX_PAYMENT_AMOUNT:        { status: 400, ko: '하루 결제 가능 금액을 초과했습니다.', en: 'The daily payment amount is exceeded.' },
  PROVIDER_ERROR:                   { status: 400, ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.', en: 'A temporary error occurred. Please try again.' },
  FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING: { status: 500, ko: '결제가 완료되지 않았어요. 다시 시도해주세요.', en: 'The payment was not completed. Please try again.' },

  ALREADY_CANCELED_PAYMENT:         { status: 400, ko: '이미 취소된 결제 입니다.', en: 'The payment is already canceled.' },
  NOT_CANCELABLE_AMOUNT:            { status: 403, ko: '취소 할 수 없는 금액 입니다.', en: 'The amount cannot be canceled.' },
  NOT_CANCELABLE_PAYMENT:           { status: 403, ko: '취소 할 수 없는 결제 입니다.', en: 'The payment cannot be canceled.' },
  NOT_MATCHES_REFUNDABLE_AMOUNT:    { status: 400, ko: '잔액 결과가 일치하지 않습니다.', en: 'The refundable amount does not match.' },
  INVALID_CURRENCY:                 { status: 400, ko: '잘못된 통화 값입니다.', en: 'Invalid currency.' },

  INVALID_DATE:                     { status: 400, ko: '날짜 데이터가 잘못 되었습니다.', en: 'Invalid date.' },
  INVALID_TRANSACTION_KEY:          { status: 400, ko: '잘못된 거래 키 값입니다.', en: 'Invalid transactionKey.' },
  EXCEED_MAX_QUERY_LIMIT:           { status: 400, ko: '최대 조회 건수를 초과했습니다.', en: 'The query limit is exceeded.' },

  NOT_FOUND_SELLER:                 { status: 404, ko: '존재하지 않는 셀러입니다.', en: 'Not found seller.' },
  DUPLICATED_REF_SELLER_ID:         { status: 400, ko: '이미 등록된 refSellerId 입니다.', en: 'The refSellerId is already used.' },
  INVALID_BUSINESS_NUMBER:          { status: 400, ko: '사업자등록번호가 올바르지 않습니다.', en: 'Invalid business registration number.' },
  INVALID_BANK:                     { status: 400, ko: '유효하지 않은 은행입니다.', en: 'Invalid bank.' },
  INVALID_ACCOUNT_NUMBER:           { status: 400, ko: '유효하지 않은 계좌번호입니다.', en: 'Invalid account number.' },
  NOT_MATCH_HOLDER_NAME:            { status: 400, ko: '예금주명이 일치하지 않습니다.', en: 'The holder name does not match.' },
  FORBIDDEN_SELLER_PAYOUT:          { status: 403, ko: '지급이 불가능한 셀러입니다.', en: 'Payouts to this seller are not allowed.' },
  NOT_ENOUGH_AMOUNT:                { status: 400, ko: '지급가능한 금액을 초과했습니다.', en: 'The payable amount is exceeded.' },
  NOT_ALLOWED_HOLIDAY:              { status: 400, ko: '공휴일은 지급일로 선택할 수 없습니다.', en: 'A holiday cannot be a payout date.' },
  INVALID_PAYABLE_DATE:             { status: 400, ko: '지급 가능한 날짜가 아닙니다.', en: 'The payout date is not allowed.' },
  NOT_AVAILABLE_EXPRESS_TIME:       { status: 400, ko: '바로지급은 영업일 08시부터 15시까지 요청할 수 있습니다.', en: 'EXPRESS payouts can be requested on business days from 08:00 to 15:00.' },
  EXCEED_MAX_PAYOUT_AMOUNT:         { status: 400, ko: '1회 지급 가능 금액을 초과했습니다.', en: 'The amount of a single payout is exceeded.' },
  EXCEED_MAX_PAYOUT_COUNT:          { status: 400, ko: '한 번에 요청할 수 있는 지급은 100건입니다.', en: 'At most 100 payouts can be requested at once.' },
  DUPLICATED_REF_PAYOUT_ID:         { status: 400, ko: '이미 사용된 refPayoutId 입니다.', en: 'The refPayoutId is already used.' },
  PAYOUT_NOT_FOUND:                 { status: 404, ko: '존재하지 않는 지급입니다.', en: 'Not found payout.' },
  NOT_CANCELABLE_PAYOUT:            { status: 400, ko: '취소할 수 없는 지급입니다.', en: 'The payout cannot be canceled.' },
  INVALID_ENCRYPTION:               { status: 400, ko: '암호화된 요청을 해석할 수 없습니다.', en: 'The encrypted request cannot be read.' },
  NOT_AVAILABLE_BANK_ACCOUNT_VERIFICATION: { status: 400, ko: '은행 계좌 검증 서비스를 이용할 수 없는 시간입니다.', en: 'The bank account verification service is unavailable.' },
} as const satisfies Record<string, ProviderFault>;

// ASSUMED: the v2 seller, payout and bank-account codes other than FORBIDDEN_SELLER_PAYOUT and NOT_AVAILABLE_BANK_ACCOUNT_VERIFICATION are not published; names and statuses follow the legacy payout interface.
export type ProviderErrorCode = keyof typeof providerErrors;

/** Errors that any operation can answer before it did anything. */
export const commonErrors = [
  'UNAUTHORIZED_KEY',
  'INCORRECT_BASIC_AUTH_FORMAT',
  'INVALID_API_KEY',
  'NOT_FOUND_HTTP_METHOD',
  'INVALID_REQUEST',
  'INVALID_IDEMPOTENCY_KEY',
] as const satisfies readonly ProviderErrorCode[];

/** Identity function: a list of codes that exist. */
export const codes = <const C extends readonly ProviderErrorCode[]>(...list: C) => [...commonErrors, ...list] as const;
