import type { SellerEventKind, SellerMoneyKind, SellerPayoutState } from '@jeongsan/platform-contract';
import type { LineComponent, MovementKind, SellerAction } from '@jeongsan/settlement';
import type { Word } from '../texts/words.js';

export const moneyKindWords = {
  pending: ['Not due yet', '정산 예정'],
  payable: ['Ready to be paid', '지급 가능'],
  reserved: ['Being paid', '지급 중'],
  reserve: ['In reserve', '유보금'],
  debt: ['To be deducted', '차감할 금액'],
} as const satisfies Record<SellerMoneyKind, Word>;

/** What a kind means, in a sentence. */
export const moneyKindMeanings = {
  pending: ['Sold and paid by buyers; its settlement date has not come.', '판매되어 결제되었고 정산일을 기다립니다.'],
  payable: ['Its settlement date has come: it is on the next statement.', '정산일이 되어 다음 정산서에 들어갑니다.'],
  reserved: ['On a statement, on its way to your bank.', '정산서가 나와 은행으로 가는 중입니다.'],
  reserve: ['Kept for later refunds and paid afterwards.', '환불에 대비해 두었다가 나중에 지급합니다.'],
  debt: [
    'Refunded to buyers after you were paid: deducted from what comes.',
    '지급 뒤 환불된 금액으로 앞으로 들어올 금액에서 차감합니다.',
  ],
} as const satisfies Record<SellerMoneyKind, Word>;

export const payoutStateWords = {
  preparing: ['Being prepared', '준비 중', 'busy'],
  sending: ['On its way', '송금 중', 'busy'],
  paid: ['Paid', '지급됨', 'good'],
  failed: ['Not paid', '지급되지 않음', 'bad'],
  moved: ['Moved to a later statement', '다음 정산으로', 'waiting'],
  returned: ['Sent back by the bank', '은행에서 반송', 'bad'],
} as const satisfies Record<SellerPayoutState, Word>;

export const actionWords = {
  NOTHING: ['Nothing: it ends by itself.', '하실 일은 없습니다. 저절로 끝납니다.'],
  CHECK_ACCOUNT: [
    'Check your bank account in the market. If you did not change it, tell the market at once.',
    '마켓에서 정산 계좌를 확인해 주세요. 직접 바꾸지 않으셨다면 바로 마켓에 알려 주세요.',
  ],
  PROVE_IDENTITY: [
    'Complete the identity check: the message with the link came when you registered.',
    '본인 확인을 마쳐 주세요. 등록할 때 받은 안내의 링크로 할 수 있습니다.',
  ],
  PASS_KYC: ['Submit the documents of the KYC check.', '고객 확인(KYC) 서류를 제출해 주세요.'],
  FINISH_REGISTRATION: ['Finish your registration in the market.', '마켓에서 판매자 등록을 마쳐 주세요.'],
  TAX_INVOICE: ['Look at the open tax invoice in the market.', '마켓에서 발행되지 않은 세금계산서를 확인해 주세요.'],
  ASK_SUPPORT: ["The market's support can tell you more.", '마켓 고객센터에서 안내해 드립니다.'],
} as const satisfies Record<SellerAction, Word>;

export const movementKindWords = {
  MATURED: ['Sales', '판매 대금'],
  CANCELED: ['Canceled sales', '취소된 판매'],
  CANCEL_CORRECTED: ['Correction of a cancel', '취소 정정'],
  DEBT_NETTED: ['Refunds after a payout', '지급 뒤 환불'],
  RESERVE_RELEASED: ['Released from the reserve', '유보금 해제'],
  TAX_WITHHELD: ['Tax withheld', '원천징수'],
  INVOICE_VAT: ['VAT of a tax invoice', '세금계산서 부가세'],
  RESERVE_HELD: ['Kept in reserve', '유보금'],
  TERMS_ADJUSTED: ['Changed terms', '조건 변경 조정'],
  SELLER_ADJUSTED: ['Individual adjustment', '개별 조정'],
  PAYOUT_CAME_BACK: ['An earlier payout that was not made', '송금되지 못한 이전 지급'],
  PAYOUT_RETURNED: ['An earlier payout that came back', '반송된 이전 지급'],
  UNKNOWN: ['Other adjustment', '기타 조정'],
  CARRIED_IN: ['Carried in', '이월받은 금액'],
  OTHER_PAYOUTS: ['Paid with other payouts', '다른 지급 건'],
  CARRIED_OUT: ['Carried to the next statement', '다음 정산으로 이월'],
} as const satisfies Record<MovementKind, Word>;

/** The parts of an order line; charges are subtracted. */
export const lineWords = {
  paid: ['Paid by the buyer', '구매자 결제액'],
  promotion: ['Discount that the market bears', '마켓 부담 할인'],
  commission: ['Commission', '판매 수수료'],
  commissionVat: ['VAT on the commission', '판매 수수료 부가세'],
  fees: ['Other fees', '기타 수수료'],
  feeVat: ['VAT on other fees', '기타 수수료 부가세'],
} as const satisfies Record<LineComponent, Word>;

/** The sign with which a part counts into the net of its line. */
export const lineSigns = {
  paid: 1n,
  promotion: 1n,
  commission: -1n,
  commissionVat: -1n,
  fees: -1n,
  feeVat: -1n,
} as const satisfies Record<LineComponent, bigint>;

export const eventWords = {
  STATEMENT_CLOSED: ['A statement was closed', '정산서가 나왔습니다'],
  PAYOUT_SENT: ['A payout was sent to the bank', '은행으로 송금을 보냈습니다'],
  PAYOUT_PAID: ['A payout arrived', '지급되었습니다'],
  PAYOUT_FAILED: ['A payout did not go through', '송금이 되지 않았습니다'],
  PAYOUT_MOVED: ['A payout was moved to a later statement', '지급이 다음 정산으로 미뤄졌습니다'],
  PAYOUT_RETURNED: ['The bank sent a payout back', '은행이 지급액을 돌려보냈습니다'],
  HOLD_PLACED: ['Money was put on hold', '지급이 보류되었습니다'],
  HOLD_RELEASED: ['A hold was lifted', '보류가 풀렸습니다'],
} as const satisfies Record<SellerEventKind, Word>;
