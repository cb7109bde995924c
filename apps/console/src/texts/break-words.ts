import type { BreakClass, DecisionWay } from '@jeongsan/platform-contract';
import type { ItemOf } from '../api/names.js';
import type { Word } from './words.js';

// prettier-ignore
/** Every kind of difference in a few words. */
export const breakClassWords = {
  MISSING_TRANSACTION:      ['The provider does not list a payment of ours', '결제대행사 목록에 없는 우리 거래'],
  UNKNOWN_TRANSACTION:      ['A payment at the provider that we did not book', '우리 장부에 없는 결제대행사 거래'],
  DUPLICATE_TRANSACTION:    ['A second transaction of the same payment', '같은 결제의 중복 거래'],
  ORPHAN_CANCEL:            ['A cancel of a payment that does not exist', '없는 결제의 취소'],
  SWAPPED_KEYS:             ["Two records have each other's key", '두 기록의 키가 서로 바뀜'],
  TRANSACTION_PAYMENT:      ['A transaction names another payment', '거래의 결제 번호가 다름'],
  TRANSACTION_SIGN:         ['A transaction has the wrong sign', '거래 금액의 부호가 다름'],
  TRANSACTION_CURRENCY:     ['A transaction has another currency', '거래의 통화가 다름'],
  TRANSACTION_AMOUNT:       ['A transaction has another amount', '거래 금액이 다름'],
  TRANSACTION_STATUS:       ['A transaction has an unfitting status', '거래 상태가 다름'],
  FOREIGN_CURRENCY:         ['A transaction in another currency than won', '원화가 아닌 거래'],
  MISSING_SETTLEMENT:       ['No settlement on the day it was due', '예정일에 정산 내역이 없음'],
  OVERDUE_SETTLEMENT:       ['A settlement is days late', '정산이 며칠 늦음'],
  UNKNOWN_SETTLEMENT:       ['A settlement without a transaction', '거래가 없는 정산 내역'],
  DUPLICATE_SETTLEMENT:     ['A settlement is there twice', '정산 내역이 중복됨'],
  SETTLEMENT_PAYMENT:       ['A settlement names another payment', '정산의 결제 번호가 다름'],
  SETTLEMENT_SIGN:          ['A settlement has the wrong sign', '정산 금액의 부호가 다름'],
  SETTLEMENT_CURRENCY:      ['A settlement has another currency', '정산의 통화가 다름'],
  SETTLEMENT_AMOUNT:        ['A settlement has another amount', '정산 금액이 다름'],
  SETTLEMENT_ARITHMETIC:    ['The fees of a settlement do not add up', '정산 수수료의 합이 맞지 않음'],
  SETTLEMENT_FEE:           ['Another fee than the contracted one', '계약과 다른 수수료'],
  SETTLEMENT_VAT:           ['VAT and supply amount do not fit the fee', '수수료의 공급가액과 부가세가 맞지 않음'],
  SETTLEMENT_PAYOUT_AMOUNT: ['The pay-out amount is not amount less fee', '정산액이 금액에서 수수료를 뺀 값과 다름'],
  SETTLEMENT_CHANGED:       ['A settlement came again with other content', '정산 내역의 내용이 바뀜'],
  ORDER_AMOUNT:             ['Payments of an order are not its total', '주문의 결제 합계가 주문 금액과 다름'],
  UNALLOCATED:              ['A payment without an order', '주문을 모르는 결제'],
  MISSING_PAYOUT:           ['The provider does not list a payout of ours', '결제대행사 목록에 없는 우리 지급'],
  UNKNOWN_PAYOUT:           ['A payout that we did not request', '우리가 요청하지 않은 지급'],
  DUPLICATE_PAYOUT:         ['A payout was paid more than once', '두 번 이상 지급됨'],
  PAYOUT_AMOUNT:            ['Another amount was paid than requested', '요청과 다른 금액이 지급됨'],
  PAYOUT_STATUS:            ['A payout ended otherwise at the provider', '지급의 결과가 다름'],
  PAYOUT_FEE:               ['The bank took another fee for payouts', '지급 수수료가 계약과 다름'],
  MISSING_DEPOSIT:          ["A day's settled money did not reach the bank", '정산금이 은행에 들어오지 않음'],
  UNKNOWN_DEPOSIT:          ['A deposit for which nothing was settled', '정산 내역이 없는 입금'],
  DEPOSIT_AMOUNT:           ['Deposits are not what was settled', '입금액이 정산액과 다름'],
  MISSING_WITHDRAWAL:       ['A payout is not among the withdrawals', '출금 내역에 없는 지급'],
  UNKNOWN_WITHDRAWAL:       ['A withdrawal belongs to no payout', '지급이 아닌 출금'],
  WITHDRAWAL_AMOUNT:        ['A withdrawal is not what was paid', '출금액이 지급액과 다름'],
  BALANCE_PENDING:          ['The pending balance differs', '정산 예정 잔액이 다름'],
  BALANCE_AVAILABLE:        ['The available balance differs', '지급 가능 잔액이 다름'],
  AUDIT_TRAIL:              ['The audit trail does not verify', '감사 기록이 검증되지 않음'],
  LEDGER:                   ['The ledger does not verify', '원장이 검증되지 않음'],
} as const satisfies Record<BreakClass, Word>;

export const severityWords = {
  CRITICAL: ['Critical', '매우 심각', 'bad'],
  HIGH: ['High', '심각', 'bad'],
  MEDIUM: ['Medium', '보통', 'waiting'],
  LOW: ['Low', '가벼움', 'quiet'],
} as const satisfies Record<ItemOf<'listBreaks'>['severity'], Word>;

export const resolutionWords = {
  adjust: ['Adjust our books', '장부 조정'],
  force: ['Declare two records the same', '같은 기록으로 처리'],
  expect: ['Expected, because …', '사유가 있는 차이'],
  reopen: ['Take the settlement back', '처리 되돌리기'],
} as const satisfies Record<DecisionWay, Word>;

export const breakDecisionWords = {
  proposed: ['Waits for a second person', '두 번째 사람 대기', 'waiting'],
  approved: ['Carried out', '처리됨', 'good'],
  declined: ['Declined', '거절됨', 'quiet'],
} as const satisfies Record<ItemOf<'listBreakDecisions'>['state'], Word>;

export const breakActionWords = {
  explain: ['explained', '설명'],
  adjust: ['adjusted', '조정'],
  force: ['declared the same', '같은 기록으로 처리'],
  assign: ['assigned', '담당자 지정'],
  unassign: ['taken back', '담당 해제'],
  comment: ['commented', '의견'],
  reopen: ['reopened', '다시 열기'],
  close: ['closed by itself', '저절로 닫힘'],
  differ: ['differs again', '다시 차이 남'],
} as const satisfies Record<string, Word>;
