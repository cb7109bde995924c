import { toBoth, type Words } from './wording.js';

/**
 * The kind of movement for each posting template that changes a seller's payable money. `payout.reserved` is missing: that
 * posting is the payout itself.
 */
export const movementKindOf = {
  'line.matured': 'MATURED',
  'payment.canceled': 'CANCELED',
  'cancel.reallocated': 'CANCEL_CORRECTED',
  'debt.recovered': 'DEBT_NETTED',
  'reserve.released': 'RESERVE_RELEASED',
  'reserve.release-decided': 'RESERVE_RELEASED',
  'reserve.held': 'RESERVE_HELD',
  'tax.withheld': 'TAX_WITHHELD',
  'tax.invoice-vat': 'INVOICE_VAT',
  'terms.adjusted': 'TERMS_ADJUSTED',
  'seller.adjusted': 'SELLER_ADJUSTED',
  'payout.released': 'PAYOUT_CAME_BACK',
  'payout.returned': 'PAYOUT_RETURNED',
} as const;

/** The parts that add up to a payout: movements of payable money, money carried in or out, and money of other payouts. */
export const movementKinds = [
  ...new Set(Object.values(movementKindOf)),
  'UNKNOWN',
  'CARRIED_IN',
  'OTHER_PAYOUTS',
  'CARRIED_OUT',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** The kind of a posting template. An unlisted template is UNKNOWN: its money is shown without an explanation. */
export const movementOf = (template: string): MovementKind =>
  (movementKindOf as Readonly<Record<string, MovementKind>>)[template] ?? 'UNKNOWN';

/** The explanation of each movement, for operators and sellers. */
export const movementWords = {
  MATURED: {
    operator: {
      ko: '주문 상품의 정산 대기 기간이 끝나 대기 금액에서 지급 가능 금액으로 옮겼습니다.',
      en: 'The waiting time of order lines under their terms ended: pending became payable.',
    },
    seller: { ko: '정산 예정일이 된 판매 금액입니다.', en: 'Sales whose settlement date has come.' },
  },
  CANCELED: {
    operator: {
      ko: '정산 대기가 끝난 상품이 취소되어 지급 가능 금액에서 차감했습니다.',
      en: 'A matured line was canceled: taken back from what was payable.',
    },
    seller: { ko: '취소된 판매의 차감액입니다.', en: 'Deducted for canceled sales.' },
  },
  CANCEL_CORRECTED: {
    operator: {
      ko: '취소 금액이 다른 주문 상품의 것으로 확인되어 차감을 바로잡았습니다.',
      en: 'A cancel was allocated to other lines: the deduction of before was corrected.',
    },
    seller: { ko: '취소 차감액의 정정입니다.', en: 'Correction of what was deducted for a cancel.' },
  },
  DEBT_NETTED: {
    operator: {
      ko: '지급 후 취소로 생긴 미수금을 상계 조건에 따라 차감했습니다.',
      en: 'Debt from refunds after payout, netted under the terms.',
    },
    seller: {
      ko: '이미 지급된 뒤 취소된 금액을 차감했습니다.',
      en: 'Deducted for sales canceled after you were paid.',
    },
  },
  RESERVE_RELEASED: toBoth('해제일이 된 유보금입니다.', 'Reserve whose release date has come.'),
  RESERVE_HELD: toBoth('환불에 대비해 유보한 금액입니다.', 'Kept in reserve against later refunds.'),
  TAX_WITHHELD: {
    operator: {
      ko: '소득세법 제129조에 따른 원천징수(소득세 3 %, 지방소득세 0.3 %)이며 누적 기준으로 계산합니다.',
      en: 'Withheld under the Income Tax Act, article 129 (3 % and 0.3 %), computed cumulatively.',
    },
    seller: { ko: '원천징수세액(3.3 %)입니다.', en: 'Income tax withheld (3.3 %).' },
  },
  INVOICE_VAT: toBoth('역발행 세금계산서의 부가세입니다.', 'VAT of a tax invoice that was drawn up for you.'),
  TERMS_ADJUSTED: {
    operator: {
      ko: '승인된 정산 조건이나 수수료 규칙의 변경을 지난 주문에 적용한 조정입니다.',
      en: 'An approved change of terms or of a commission rule, applied to orders of the past.',
    },
    seller: {
      ko: '정산 조건이나 수수료 변경에 따른 지난 주문의 조정액입니다.',
      en: 'Adjustment of past orders after a change of your terms or commission.',
    },
  },
  SELLER_ADJUSTED: {
    operator: {
      ko: '담당자가 사유를 적어 판매자에게 직접 지급하거나 차감한 조정입니다.',
      en: 'An adjustment that a person made for the seller, with a reason.',
    },
    seller: { ko: '정산 담당자의 개별 조정액입니다.', en: 'An individual adjustment of your account.' },
  },
  PAYOUT_CAME_BACK: {
    operator: {
      ko: '나가지 못한 지급액이 지급 가능 금액으로 돌아왔습니다.',
      en: 'A payout that did not go out: its money is payable again.',
    },
    seller: { ko: '이전에 송금되지 못한 금액입니다.', en: 'From an earlier payout that did not go through.' },
  },
  PAYOUT_RETURNED: toBoth('은행이 돌려보낸 이전 지급액입니다.', 'An earlier payout that the bank sent back.'),
  UNKNOWN: {
    operator: {
      ko: '설명이 등록되지 않은 전표입니다.',
      en: 'A posting whose template has no explanation.',
    },
    seller: { ko: '기타 조정입니다.', en: 'Another adjustment.' },
  },
  CARRIED_IN: toBoth('이전 정산서에서 이월된 금액입니다.', 'Carried from an earlier statement.'),
  OTHER_PAYOUTS: {
    operator: {
      ko: '같은 정산서들의 다른 지급 건으로 나간 금액입니다.',
      en: 'Went out with other payouts of these statements.',
    },
    seller: { ko: '다른 지급 건으로 지급되었습니다.', en: 'Paid with other payouts.' },
  },
  CARRIED_OUT: toBoth('다음 정산으로 이월된 금액입니다.', 'Carried to the next statement.'),
} as const satisfies Record<MovementKind, Words>;
