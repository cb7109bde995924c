import type { ProviderFault } from './provider-fault.js';

// prettier-ignore
/**
 * Error codes of records about payments: transactions, settlements, cash receipts, promotions. Document 1 section 7 lists
 * neither codes nor statuses: these are the provider's published ones, except where marked ASSUMED.
 */
export const recordsErrors = {
  INVALID_TRANSACTION_KEY:            { status: 400, ko: '잘못된 거래 키 값입니다.', en: 'Invalid transactionKey.' },
  INVALID_PAGING_KEY:                 { status: 400, ko: '잘못된 페이징 키 입니다.', en: 'Invalid paging key.' },
  EXCEED_MAX_QUERY_LIMIT:             { status: 400, ko: '최대 조회 건수를 초과했습니다.', en: 'The query limit is exceeded.' },

  // ASSUMED: manual settlement publishes no code for a payment whose settlement was requested before.
  ALREADY_REQUESTED_SETTLEMENT:       { status: 400, ko: '이미 정산이 요청된 결제 입니다.', en: 'The settlement of the payment is already requested.' },

  // ASSUMED: NTS_ERROR carries the answer of the tax office, such as "[TS1]", in its message; its status is not published.
  NTS_ERROR:                          { status: 400, ko: '국세청: 정의 안된 오류', en: 'Tax office: undefined error' },
  INVALID_CASH_RECEIPT_INFO:          { status: 400, ko: '현금 영수증 정보가 잘못되었습니다.', en: 'Invalid cash receipt information.' },
  DUPLICATED_CASH_RECEIPT:            { status: 400, ko: '이미 현금영수증이 발급된 주문입니다.', en: 'A cash receipt is already issued for the order.' },
  NOT_FOUND_RECEIPT:                  { status: 404, ko: '존재하지 않는 현금영수증 입니다.', en: 'The cash receipt does not exist.' },
  NOT_FOUND_MERCHANT_BUSINESS_NUMBER: { status: 404, ko: '상점의 사업자등록번호가 존재하지 않습니다.', en: 'The business number of the merchant does not exist.' },
} as const satisfies Record<string, ProviderFault>;
