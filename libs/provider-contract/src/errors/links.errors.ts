import type { ProviderFault } from './provider-fault.js';

// prettier-ignore
/**
 * Codes of payment links and ARS: products, orders, reservations.
 * Document 3 section 7 names ALREADY_EXIST_RESERVATION alone and no status: all else is ASSUMED.
 */
export const linksErrors = {
  // ASSUMED: products and orders publish no code; the limits are those of document 3 section 8.
  NOT_FOUND_PRODUCT:             { status: 404, ko: '존재하지 않는 상품입니다.', en: 'The product does not exist.' },
  SOLD_OUT_PRODUCT:              { status: 400, ko: '품절된 상품입니다.', en: 'The product is sold out.' },
  EXPIRED_PRODUCT:               { status: 400, ko: '판매 기간이 종료된 상품입니다.', en: 'The sale of the product has ended.' },
  EXCEED_MAX_FILE_COUNT:         { status: 400, ko: '이미지는 한 번에 10개까지 등록할 수 있습니다.', en: 'At most 10 images can be uploaded at once.' },
  EXCEED_MAX_FILE_SIZE:          { status: 400, ko: '이미지 파일은 10MB 이하여야 합니다.', en: 'An image file must be 10 MB or smaller.' },
  INVALID_FILE_TYPE:             { status: 400, ko: '이미지 파일만 등록할 수 있습니다.', en: 'Only image files can be uploaded.' },
  EXCEED_MAX_QUERY_PARAMS:       { status: 400, ko: 'queryParams는 JSON 형식으로 500자 이하여야 합니다.', en: 'The queryParams must be 500 characters or fewer as JSON.' },
  NOT_FOUND_ORDER:               { status: 404, ko: '존재하지 않는 주문입니다.', en: 'The order does not exist.' },

  // ASSUMED: ARS publishes ALREADY_EXIST_RESERVATION without its status, and no other code.
  ALREADY_EXIST_RESERVATION:     { status: 400, ko: '이미 등록된 예약 번호입니다.', en: 'The reserveNumber is already registered.' },
  NOT_FOUND_RESERVATION:         { status: 404, ko: '존재하지 않는 예약입니다.', en: 'The reservation does not exist.' },
  ALREADY_COMPLETED_RESERVATION: { status: 400, ko: '이미 완료된 예약입니다.', en: 'The reservation is already completed.' },
  ALREADY_CANCELED_RESERVATION:  { status: 400, ko: '이미 취소된 예약입니다.', en: 'The reservation is already canceled.' },
  INVALID_RESERVED_AT:           { status: 400, ko: '예약 시간은 현재 시간 이후여야 합니다.', en: 'The reservation time must not be in the past.' },
  NOT_FOUND_ARS:                 { status: 404, ko: '존재하지 않는 ARS 정보 입니다.', en: 'The ARS session does not exist.' },
} as const satisfies Record<string, ProviderFault>;
