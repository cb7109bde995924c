import type { ProviderFault } from './provider-fault.js';

// prettier-ignore
/**
 * Codes of cancels and refunds.
 * Document 1 section 7 says that a wrong refundableAmount is rejected, and lists neither codes nor statuses: these are the provider's published ones.
 */
export const cancelErrors = {
  ALREADY_CANCELED_PAYMENT:             { status: 400, ko: '이미 취소된 결제 입니다.', en: 'The payment is already canceled.' },
  NOT_CANCELABLE_AMOUNT:                { status: 403, ko: '취소 할 수 없는 금액 입니다.', en: 'The amount cannot be canceled.' },
  NOT_CANCELABLE_PAYMENT:               { status: 403, ko: '취소 할 수 없는 결제 입니다.', en: 'The payment cannot be canceled.' },
  NOT_CANCELABLE_PAYMENT_FOR_DORMANT_USER: { status: 403, ko: '휴면 처리된 회원의 결제는 취소할 수 없습니다.', en: 'A payment of a dormant customer cannot be canceled.' },
  NOT_MATCHES_REFUNDABLE_AMOUNT:        { status: 400, ko: '잔액 결과가 일치하지 않습니다.', en: 'The refundable amount does not match.' },
  EXCEED_CANCEL_AMOUNT_DISCOUNT_AMOUNT: { status: 400, ko: '즉시할인금액보다 적은 금액은 부분취소가 불가능합니다.', en: 'Less than the instant discount cannot be canceled.' },
  EXCEED_CANCEL_LIMIT:                  { status: 403, ko: '취소 가능 한도를 초과했습니다.', en: 'The cancel limit is exceeded.' },
  NOT_ALLOWED_PARTIAL_REFUND:           { status: 403, ko: '부분 환불이 불가한 결제입니다.', en: 'The payment cannot be refunded in part.' },
  NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT: { status: 403, ko: '입금 대기중인 결제는 부분 환불이 불가합니다.', en: 'A payment waiting for its deposit cannot be refunded in part.' },

  ALREADY_REFUND_PAYMENT:               { status: 400, ko: '이미 환불된 결제입니다.', en: 'The payment is already refunded.' },
  ALREADY_REFUNDING_PAYMENT:            { status: 400, ko: '이미 환불 중인 결제입니다.', en: 'The payment is already being refunded.' },
  INVALID_REFUND_AMOUNT:                { status: 400, ko: '잘못된 환불 금액입니다.', en: 'Invalid refund amount.' },
  INVALID_REFUND_ACCOUNT_INFO:          { status: 400, ko: '환불 계좌번호와 예금주명이 일치하지 않습니다.', en: 'The refund account number and its holder name do not match.' },
  INVALID_REFUND_ACCOUNT_NUMBER:        { status: 400, ko: '잘못된 환불 계좌번호입니다.', en: 'Invalid refund account number.' },
  NOT_ALLOWED_CHANGING_ACCOUNT:         { status: 403, ko: '이미 입금, 반납된 계좌의 정보 변경은 불가합니다.', en: 'An account that was paid into or returned cannot be changed.' },
  NOT_ALLOWED_REFUND_BANK:              { status: 403, ko: '환불 가능한 은행이 아닙니다.', en: 'The bank takes no refunds.' },
  NOT_SUPPORTED_REFUND:                 { status: 403, ko: '환불 가능한 상점이 아닙니다.', en: 'The merchant cannot refund.' },
  EXCEED_MAX_REFUND_DUE:                { status: 403, ko: '환불 가능한 기간이 지났습니다.', en: 'The refundable period is over.' },
  EXCEED_MAX_REFUND_AMOUNT:             { status: 403, ko: '하루 또는 한달 환불 가능한 금액을 초과했습니다.', en: 'The daily or monthly refundable amount is exceeded.' },
  REFUND_REJECTED:                      { status: 400, ko: '환불이 거절됐습니다. 결제사에 문의 부탁드립니다.', en: 'The refund was rejected. Please contact the payment company.' },
  FORBIDDEN_BANK_REFUND_REQUEST:        { status: 400, ko: '고객 계좌가 입금이 되지 않는 상태입니다.', en: 'The account of the customer takes no deposits.' },

  FAILED_REFUND_PROCESS:                { status: 500, ko: '은행 응답시간 지연이나 일시적인 오류로 환불요청에 실패했습니다.', en: 'The refund failed: a slow bank or a temporary error.' },
  FAILED_PARTIAL_REFUND:                { status: 500, ko: '은행 점검, 해약 계좌 등의 사유로 부분 환불이 실패했습니다.', en: 'The partial refund failed at the bank.' },
  FAILED_CLOSED_ACCOUNT_REFUND:         { status: 500, ko: '해약된 계좌로 인해 환불이 실패했습니다.', en: 'The refund failed: the account is closed.' },
  FAILED_METHOD_HANDLING_CANCEL:        { status: 500, ko: '취소 중 결제수단 처리과정에서 일시적인 오류가 발생했습니다.', en: 'A temporary error of the payment method.' },
} as const satisfies Record<string, ProviderFault>;
