import type { payoutReasons } from './reasons.js';
import { toBoth, type Words } from './wording.js';

/** The texts of `reasonWords` for the states of a payout. */
export const payoutReasonWords = {
  WAITS_FOR_APPROVAL: {
    operator: { ko: '정산 실행의 승인을 기다립니다.', en: 'Waits for the approval of its run.' },
    seller: { ko: '지급 승인을 기다립니다.', en: 'Your payout is being approved.' },
  },
  WAITS_FOR_DISPATCH: {
    operator: { ko: '승인되어 발송을 기다립니다.', en: 'Approved, waits to be sent.' },
    seller: { ko: '지급이 승인되어 곧 송금됩니다.', en: 'Your payout is approved and will be sent soon.' },
  },
  BEING_SENT: {
    operator: { ko: '결제대행사에 요청을 보내는 중입니다.', en: 'The request is being sent to the provider.' },
    seller: { ko: '송금이 진행 중입니다.', en: 'Your payout is on its way.' },
  },
  AT_THE_BANK: {
    operator: { ko: '결제대행사가 접수했습니다.', en: 'Accepted by the provider.' },
    seller: { ko: '송금이 진행 중입니다.', en: 'Your payout is on its way.' },
  },
  SCHEDULED_AT_THE_BANK: {
    operator: {
      ko: '결제대행사가 예약 지급으로 접수했으며 지급일에 송금됩니다.',
      en: 'Accepted by the provider as SCHEDULED: paid on its payout date.',
    },
    seller: { ko: '지급 예정일에 송금됩니다.', en: 'Your payout is scheduled and is sent on its payout date.' },
  },
  OUTCOME_UNKNOWN: {
    operator: {
      ko: '응답을 받지 못해 결과를 조회하고 있습니다. 돈은 예약된 상태로 남습니다.',
      en: 'Unanswered: the outcome is being looked up, the money stays reserved.',
    },
    seller: { ko: '송금 결과를 확인하고 있습니다.', en: 'We are confirming the result of your payout.' },
  },
  OUTCOME_PARKED: {
    operator: {
      ko: '결제대행사의 응답과 조회 결과가 계속 어긋나 담당자 확인을 기다립니다. 돈은 예약된 상태로 남습니다.',
      en: "The provider's answers and its listings keep contradicting each other: two people must decide, the money stays reserved.",
    },
    seller: { ko: '송금 결과를 확인하고 있습니다.', en: 'We are confirming the result of your payout.' },
  },
  NEVER_MADE: {
    operator: {
      ko: '결제대행사에 지급이 없음을 두 사람이 확인해 지급 가능 금액으로 되돌렸습니다.',
      en: 'Two people confirmed that the provider never made it: payable again, under a new reference.',
    },
    seller: {
      ko: '송금이 이루어지지 않아 다음 정산에서 다시 지급됩니다.',
      en: 'The transfer was not made: paid again with the next statement.',
    },
  },
  PAID: toBoth('지급되었습니다.', 'Paid.'),
  FAILED_RETRY: {
    operator: {
      ko: '지급에 실패했습니다. 다음 정산에서 다시 지급합니다.',
      en: 'Failed: tried again with the next statement.',
    },
    seller: {
      ko: '송금이 이루어지지 않아 다음 정산에서 다시 지급됩니다.',
      en: 'The transfer did not go through: paid again with the next statement.',
    },
  },
  FAILED_SELLER_MUST_ACT: {
    operator: { ko: '지급에 실패했습니다. 판매자의 조치가 필요합니다.', en: 'Failed: only the seller can mend it.' },
    seller: {
      ko: '송금이 이루어지지 않았습니다. 정산 계좌를 확인하거나 변경해 주세요.',
      en: 'The transfer did not go through. Please check or change your account.',
    },
  },
  FAILED_TERMINAL: {
    operator: {
      ko: '지급에 실패했으며 다시 시도해도 되지 않습니다.',
      en: 'Failed for good: trying again cannot help.',
    },
    seller: {
      ko: '지급할 수 없습니다. 고객센터에 문의해 주세요.',
      en: 'You cannot be paid at present. Please contact support.',
    },
  },
  FAILED_REISSUED: {
    operator: {
      ko: '지급에 실패했으며 정산 주기와 관계없이 다시 지급합니다.',
      en: 'Failed: paid again off-cycle, with the run of that date.',
    },
    seller: {
      ko: '송금이 이루어지지 않아 다음 정산일 전에 다시 지급합니다.',
      en: 'The transfer did not go through: paid again before your next settlement date.',
    },
  },
  WAITS_FOR_FUNDS: {
    operator: {
      ko: '결제대행사 잔액이 부족해 발송을 기다립니다. 잔액이 채워질 것으로 예상되는 날입니다.',
      en: "Waits for funds: the provider's balance does not cover it. The date is when the balance is expected to.",
    },
    seller: {
      ko: '판매 대금이 입금되는 대로 지급됩니다. 판매자님이 하실 일은 없습니다.',
      en: 'Your payout is sent once the funds of the sales have arrived. There is nothing that you need to do.',
    },
  },
  RETURNED_BY_BANK: {
    operator: { ko: '지급 완료 후 은행이 돈을 돌려보냈습니다.', en: 'The bank returned the money after it was paid.' },
    seller: {
      ko: '은행이 송금을 되돌려 보냈습니다. 정산 계좌를 확인해 주세요.',
      en: 'Your bank sent the money back. Please check your account.',
    },
  },
} as const satisfies Record<(typeof payoutReasons)[number], Words>;
