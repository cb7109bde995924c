import type { NeedKind } from '@jeongsan/platform-contract';
import type { Word } from '../../texts/words.js';

export const needWords = {
  RUN_TO_APPROVE: ['Run to approve', '승인할 정산 실행'],
  RUN_KEPT: ['Run that is not being sent', '보내지 못하는 정산 실행'],
  SENDING_STOPPED: ['Sending is stopped', '지급이 멈춰 있음'],
  FINDING: ['Payouts at the provider that we lack', '우리 기록에 없는 지급'],
  BALANCE_SHORT: ['The balance is too small', '잔액 부족'],
  BREAK: ['Difference', '불일치'],
  UNALLOCATED_PAYMENT: ['Money without an order', '주문을 모르는 돈'],
  ASSUMED_CANCEL: ['Cancels allocated by assumption', '추정으로 배분한 취소'],
  ACCOUNT_CHANGE: ['Changed bank accounts', '바뀐 계좌'],
  PARKED_PAYOUT: ['Parked payouts', '보류된 지급'],
  FAILED_PAYOUT: ['Failed payouts', '실패한 지급'],
  OVERDUE_INVOICE: ['Overdue tax invoices', '발행 기한이 지난 세금계산서'],
  FAILED_MAIL: ['Statements that could not be mailed', '보내지 못한 정산서 메일'],
  PAYMENT_DEADLINE: ['Legal payment deadlines', '법정 지급 기한'],
  CASH_SHORT: ['Cash will be short', '자금이 부족해질 날'],
  PROOF_MISSING: ['Missing proof', '빠진 증명'],
  DEAD_JOB: ['Dead jobs', '멈춘 작업'],
} as const satisfies Record<NeedKind, Word>;
