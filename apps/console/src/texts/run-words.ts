import type { PersonReason } from '@jeongsan/platform-contract';
import type { JeongsanContract, WireOutput } from '@jeongsan/client/browser';
import type { Word } from './words.js';

/** Why a run needs a person, and why a seller's payout stands out. */
export const personReasonWords = {
  SELF_APPROVAL_OFF: ['Every run needs a person here', '모든 실행에 사람의 승인이 필요하게 설정됨'],
  ABOVE_AMOUNT: ['The total is above the written limit', '합계가 정해 둔 한도를 넘음'],
  ABOVE_AVERAGE: ['Far more than this seller is usually paid', '판매자의 평소 지급액보다 훨씬 많음'],
  FIRST_PAYOUT: ['The first payout of the seller', '판매자의 첫 지급'],
  ACCOUNT_CHANGED: ['The bank account changed', '계좌가 바뀜'],
  SHARED_ACCOUNT: ['Several sellers have this bank account', '여러 판매자가 같은 계좌를 씀'],
} as const satisfies Record<PersonReason, Word>;

/** Limits that one run can be let past. */
export const runLimitWords = {
  RUN_CAP: ['The most that one run may pay', '한 번의 실행으로 지급할 수 있는 한도'],
  DAY_CAP: ['The most that one day may pay', '하루에 지급할 수 있는 한도'],
  DUPLICATE_RUN: ['An earlier run has the same accounts and amounts', '앞선 실행과 계좌와 금액이 같음'],
} as const satisfies Record<WireOutput<JeongsanContract['overrideRun']>['kind'], Word>;

export const runDecisionWords = {
  drafted: ['Drafted', '작성', 'quiet'],
  approved: ['Approved', '승인', 'good'],
  rejected: ['Rejected', '거절', 'bad'],
  expired: ['Expired', '기한 지남', 'bad'],
  stopped: ['Stopped', '멈춤', 'bad'],
} as const satisfies Record<WireOutput<JeongsanContract['getRun']>['decisions'][number]['action'], Word>;

export const scheduleWords = {
  EXPRESS: ['Today', '당일 지급'],
  SCHEDULED: ['On its date', '예약 지급'],
} as const satisfies Record<'EXPRESS' | 'SCHEDULED', Word>;

export const failureClassWords = {
  retry: ['Passes by itself: tried again', '저절로 해결됨: 다시 시도', 'waiting'],
  seller_must_act: ['The seller must act', '판매자가 조치해야 함', 'bad'],
  terminal: ['A person must look', '사람이 확인해야 함', 'bad'],
} as const satisfies Record<'retry' | 'seller_must_act' | 'terminal', Word>;
