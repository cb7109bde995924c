import { payoutReasonWords } from './payout-reason-words.js';
import { type ReasonCode, reasonOf } from './reasons.js';
import { type Facts, type Reader, say, toBoth, type Words } from './wording.js';

/**
 * The text of every reason: for operators what the platform saw, for sellers what the reason means and what they can do. No
 * personal data in either.
 */
export const reasonWords = {
  SELLER_UNKNOWN: {
    operator: { ko: '온보딩되지 않은 판매자입니다.', en: 'The seller was never onboarded.' },
    seller: {
      ko: '판매자 등록이 필요합니다. 등록을 마치면 지급됩니다.',
      en: 'You are not registered yet. You are paid once registration is complete.',
    },
  },
  ACCOUNT_NOT_VERIFIED: {
    operator: { ko: '정산 계좌가 확인되지 않았습니다.', en: 'The bank account has not been verified.' },
    seller: {
      ko: '정산 계좌가 아직 확인되지 않았습니다. 계좌 정보를 확인해 주세요.',
      en: 'Your bank account is not verified yet. Please check your account details.',
    },
  },
  REGISTRATION_PENDING: {
    operator: { ko: '결제대행사 등록이 진행 중입니다.', en: 'Registration at the provider is under way.' },
    seller: { ko: '판매자 등록이 진행 중입니다.', en: 'Your registration is under way.' },
  },
  REGISTRATION_REFUSED: {
    operator: { ko: '결제대행사가 판매자 등록을 거절했습니다.', en: 'The provider refused to register the seller.' },
    seller: {
      ko: '판매자 등록이 거절되었습니다. 고객센터에 문의해 주세요.',
      en: 'Your registration was refused. Please contact support.',
    },
  },
  IDENTITY_CHECK_REQUIRED: {
    operator: { ko: '판매자 본인 확인이 필요합니다.', en: "The seller's identity check is missing." },
    seller: {
      ko: '본인 확인을 마치면 지급됩니다.',
      en: 'You are paid once you have completed the identity check.',
    },
  },
  KYC_REQUIRED: {
    operator: { ko: 'KYC 심사 전까지 모든 지급이 중지됩니다.', en: 'KYC is required: every payout is blocked.' },
    seller: {
      ko: '고객 확인(KYC) 서류를 제출해 주세요. 심사가 끝나면 지급됩니다.',
      en: 'Please submit your KYC documents. You are paid once they are approved.',
    },
  },
  SELLER_CLOSED: {
    operator: { ko: '해지된 판매자입니다.', en: 'The seller is closed.' },
    seller: {
      ko: '판매자 계정이 해지되었습니다. 고객센터에 문의해 주세요.',
      en: 'Your seller account is closed. Please contact support.',
    },
  },
  BELOW_MINIMUM: toBoth(
    '최소 지급액 미만이므로 다음 정산으로 이월됩니다.',
    'Below the minimum payout: carried to the next statement.',
  ),
  WEEKLY_LIMIT: {
    operator: {
      ko: '심사 중 판매자의 주간 지급 한도를 넘은 금액입니다.',
      en: 'Beyond what a seller under review may be paid in a week.',
    },
    seller: {
      ko: '주간 지급 한도를 넘은 금액은 다음 정산에서 지급됩니다. KYC를 마치면 한도가 없어집니다.',
      en: 'Beyond your weekly limit: paid with a later statement. Completing KYC lifts the limit.',
    },
  },
  HELD_AMOUNT: {
    operator: { ko: '금액 보류가 걸려 있습니다.', en: 'A hold on an amount is open.' },
    seller: { ko: '일부 금액의 지급이 보류되었습니다.', en: 'Part of your money is on hold.' },
  },
  HELD_ORDER: {
    operator: { ko: '주문 보류가 걸려 있습니다.', en: 'A hold on the order is open.' },
    seller: { ko: '이 주문의 정산이 보류되었습니다.', en: 'The settlement of this order is on hold.' },
  },
  FUTURE_DEBITS: {
    operator: {
      ko: '요청되었으나 끝나지 않은 취소 금액입니다.',
      en: 'Kept for cancels that are requested and not done.',
    },
    seller: {
      ko: '처리 중인 취소에 대비해 지급하지 않은 금액입니다.',
      en: 'Kept for cancels that are being processed.',
    },
  },
  TAX_INVOICE_MISSING: {
    operator: { ko: '세금계산서가 발행되지 않았습니다.', en: 'The tax invoice is not issued.' },
    seller: {
      ko: '세금계산서가 발행되면 지급됩니다.',
      en: 'You are paid once the tax invoice is issued.',
    },
  },
  ACCOUNT_CHANGED: {
    operator: {
      ko: '정산 계좌가 변경되었습니다. 다른 담당자가 변경을 확인하거나 대기 기간이 끝난 뒤의 정산에서 지급됩니다.',
      en: 'The account changed: paid with a statement after another person has confirmed it, or after its waiting time.',
    },
    seller: {
      ko: '정산 계좌가 변경되었습니다. 안전을 위해 변경이 확인되거나 며칠의 대기 기간(영업일)이 지난 뒤 새 계좌로 지급됩니다.',
      en: 'Your account changed. To keep your money safe, it is paid to the new one once the change is confirmed, or after a few business days.',
    },
  },
  NOT_PAYABLE: {
    operator: {
      ko: '발송 시점의 지급 조건을 통과하지 못했습니다.',
      en: 'Stopped at the gates when it was about to be sent.',
    },
    seller: { ko: '다음 정산에서 다시 지급됩니다.', en: 'Paid with the next statement.' },
  },
  RUN_REJECTED: {
    operator: {
      ko: '정산 실행이 반려되어 지급 가능 금액으로 돌아갔습니다.',
      en: 'The payout run was rejected: the money is payable again.',
    },
    seller: { ko: '지급이 다음 정산으로 미뤄졌습니다.', en: 'Your payout was moved to the next statement.' },
  },
  ACCOUNT_REJECTED: {
    operator: {
      ko: '은행이 계좌 입금을 거절해 보류했습니다.',
      en: 'On hold: the bank rejected a transfer to the account.',
    },
    seller: {
      ko: '은행이 입금을 거절했습니다. 정산 계좌를 확인하거나 변경해 주세요.',
      en: 'Your bank rejected the transfer. Please check or change your account.',
    },
  },
  PAYOUT_REFUSED: {
    operator: {
      ko: '결제대행사가 지급을 거절해 보류했습니다.',
      en: 'On hold: the provider refused a payout to the seller.',
    },
    seller: {
      ko: '지급이 거절되었습니다. 고객센터에 문의해 주세요.',
      en: 'Your payout was refused. Please contact support.',
    },
  },
  PROVIDER_DIFFERS: {
    operator: {
      ko: '장부에 발송 기록이 없는 지급이 결제대행사에 있어 보류했습니다.',
      en: 'On hold: the provider has a payout to the seller that the books do not have as sent.',
    },
    seller: { ko: '지급 내역을 확인하고 있습니다.', en: 'Your payouts are being checked.' },
  },
  SELLER_HOLD: {
    operator: { ko: '운영자가 판매자 지급을 보류했습니다.', en: 'An operator put the seller on hold.' },
    seller: {
      ko: '지급이 보류되었습니다. 고객센터에 문의해 주세요.',
      en: 'Your payouts are on hold. Please contact support.',
    },
  },
  WAITS_FOR_PAYMENT: toBoth('결제가 승인되지 않았습니다.', 'The payment has not been approved.'),
  WAITS_FOR_DELIVERY: {
    operator: { ko: '배송 완료 보고를 기다립니다.', en: 'Waits for the report of delivery.' },
    seller: { ko: '배송이 완료되면 정산이 시작됩니다.', en: 'Settlement starts once the order is delivered.' },
  },
  WAITS_FOR_CONFIRMATION: {
    operator: {
      ko: '구매 확정 또는 자동 확정을 기다립니다.',
      en: "Waits for the buyer's confirmation, or the automatic one.",
    },
    seller: { ko: '구매가 확정되면 정산이 시작됩니다.', en: 'Settlement starts once the purchase is confirmed.' },
  },
  NOT_MATURED: {
    operator: { ko: '정산 대기 기간이 끝나지 않았습니다.', en: 'Its waiting time under the terms has not ended.' },
    seller: { ko: '정산 예정일 전입니다.', en: 'Its settlement date has not come yet.' },
  },
  NOT_SETTLED_BY_PROVIDER: {
    operator: {
      ko: '결제대행사의 정산 내역에서 아직 확인되지 않았습니다.',
      en: "Not seen in the provider's settlements yet.",
    },
    seller: { ko: '결제 대금의 입금을 확인하고 있습니다.', en: 'We are waiting for the funds of the payment.' },
  },
  SETTLEMENT_DISPUTED: {
    operator: {
      ko: '결제대행사의 정산 내역이 장부와 달라 대사 차이를 확인 중입니다.',
      en: "The provider's settlement differs from the books: a break is open.",
    },
    seller: { ko: '결제 대금을 확인하고 있습니다.', en: 'We are checking the funds of the payment.' },
  },
  WAITS_FOR_MATURING: toBoth(
    '정산 예정일이 되었으며 다음 정산 작업에서 반영됩니다.',
    'Its time has come: the next settlement run takes it up.',
  ),
  WAITS_FOR_STATEMENT: toBoth('다음 정산일을 기다립니다.', 'Payable: waits for the next statement.'),
  IN_RESERVE: {
    operator: { ko: '유보금으로 보관 중입니다.', en: 'Kept as reserve against later refunds.' },
    seller: {
      ko: '환불에 대비한 유보금이며 해제일에 지급됩니다.',
      en: 'Kept in reserve, and paid after its release date.',
    },
  },
  CARRIED: toBoth('다음 정산으로 이월되었습니다.', 'Carried to the next statement.'),
  ...payoutReasonWords,
  CANCELED: toBoth('취소되어 구매자에게 환불되었습니다.', 'Canceled and refunded to the buyer.'),
  OWED_BY_SELLER: {
    operator: {
      ko: '지급 후 취소로 생긴 미수금이며 이후 정산에서 상계됩니다.',
      en: 'Refunded after payout: a debt of the seller, netted from later statements.',
    },
    seller: {
      ko: '지급 후 취소된 금액으로, 다음 정산에서 차감됩니다.',
      en: 'Canceled after you were paid: deducted from later statements.',
    },
  },
} as const satisfies Record<ReasonCode, Words>;

/**
 * A stored reason as text. A code that an operator chose for a hold has the general text of SELLER_HOLD; operators also see the
 * code.
 */
export function sayReason(stored: string, reader: Reader, facts: Facts = {}): string {
  const code = reasonOf(stored);
  return say(reasonWords[code], reader, { ...facts, code: facts.code ?? (code === stored ? null : stored) });
}
