import type { DispatchControlView } from '@jeongsan/platform-contract';
import type {
  BatchState,
  BreakState,
  ParkedDecisionState,
  PayoutRunState,
  PayoutState,
} from '@jeongsan/state-machines';
import type { z } from 'zod';
import type { Word } from './words.js';

export const sendingWords = {
  open: ['Payouts are sent', '지급 진행 중', 'good'],
  halted: ['Sending is halted', '지급 중단됨', 'bad'],
  locked: ['Sending locked itself', '지급 잠김', 'bad'],
  halted_and_locked: ['Halted and locked', '지급 중단됨·잠김', 'bad'],
} as const satisfies Record<z.output<typeof DispatchControlView>['state'], Word>;

export const runStateWords = {
  draft: ['Waits for approval', '승인 대기', 'waiting'],
  approved: ['Approved', '승인됨', 'busy'],
  dispatching: ['Being sent', '지급 중', 'busy'],
  stopped: ['Stopped', '멈춤', 'bad'],
  empty: ['Nothing to pay', '지급할 것 없음', 'quiet'],
  closed: ['Done', '완료', 'good'],
  rejected: ['Rejected', '거절됨', 'quiet'],
  expired: ['Expired', '기한 지남', 'bad'],
} as const satisfies Record<PayoutRunState, Word>;

export const payoutStateWords = {
  planned: ['Planned', '계획됨', 'quiet'],
  reserved: ['Reserved', '지급 준비', 'busy'],
  submitted: ['Sent to the provider', '요청함', 'busy'],
  unknown: ['Outcome unknown', '결과 모름', 'waiting'],
  parked: ['A person must decide', '사람의 결정 필요', 'waiting'],
  in_transit: ['On its way', '이체 중', 'busy'],
  paid: ['Paid', '지급 완료', 'good'],
  failed: ['Failed', '실패', 'bad'],
  refused: ['Refused', '거절됨', 'bad'],
  released: ['Released', '지급 취소', 'quiet'],
  returned: ['Came back', '반환됨', 'bad'],
} as const satisfies Record<PayoutState, Word>;

export const batchStateWords = {
  prepared: ['Prepared', '준비됨', 'quiet'],
  sending: ['Being sent', '보내는 중', 'busy'],
  unknown: ['Outcome unknown', '결과 모름', 'waiting'],
  accepted: ['Accepted', '접수됨', 'good'],
  rejected: ['Refused', '거절됨', 'bad'],
  resolved: ['Found out', '확인됨', 'good'],
} as const satisfies Record<BatchState, Word>;

export const breakStateWords = {
  OPEN: ['Open', '열림', 'waiting'],
  ASSIGNED: ['Assigned', '담당자 있음', 'waiting'],
  REOPENED: ['Reopened', '다시 열림', 'waiting'],
  EXPLAINED: ['Explained', '설명됨', 'good'],
  ADJUSTED: ['Adjusted', '조정됨', 'good'],
  FORCED: ['Declared the same', '같은 것으로 처리', 'good'],
  CLOSED: ['Closed by itself', '저절로 닫힘', 'quiet'],
} as const satisfies Record<BreakState, Word>;

export const parkedDecisionWords = {
  proposed: ['Waits for a second person', '두 번째 사람 대기', 'waiting'],
  approved: ['Approved', '승인됨', 'good'],
  rejected: ['Rejected', '거절됨', 'quiet'],
} as const satisfies Record<ParkedDecisionState, Word>;
