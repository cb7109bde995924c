import type { MonthCheck } from '@jeongsan/platform-contract';
import type { MonthRequestState, MonthState } from '@jeongsan/state-machines';
import type { ItemOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

export const monthStateWords = {
  OPEN: ['Open', '열림', 'quiet'],
  CLOSING: ['Being closed', '마감 중', 'busy'],
  CLOSED: ['Closed', '마감됨', 'good'],
  REOPENED: ['Opened again', '다시 열림', 'waiting'],
} as const satisfies Record<MonthState, Word>;

export const requestStateWords = {
  proposed: ['Waits for a second person', '두 번째 사람 대기', 'waiting'],
  approved: ['Approved', '승인됨', 'good'],
  rejected: ['Rejected', '거절됨', 'quiet'],
} as const satisfies Record<MonthRequestState, Word>;

export const requestKindWords = {
  close: ['Close', '마감'],
  reopen: ['Open again', '다시 열기'],
} as const satisfies Record<ItemOf<'listMonthRequests'>['kind'], Word>;

export const checkWords = {
  MONTH_OVER: ['The month is over in Korea', '한국 시간으로 달이 끝났음'],
  EARLIER_MONTHS_CLOSED: ['Every earlier month with postings is closed', '전표가 있는 앞선 달이 모두 마감됨'],
  NIGHTS_PROVEN: ['Every night that reconciles a day of the month is proven', '그 달의 모든 날이 대사되고 증명됨'],
  BREAKS_SETTLED: ['No break above LOW is open', '낮음보다 심각한 불일치가 열려 있지 않음'],
  STATEMENTS_CLOSED: [
    'Every settlement date has its run, and none waits',
    '모든 정산일의 실행이 있고 기다리는 것이 없음',
  ],
  TAX_INVOICES_ISSUED: [
    'Tax invoices are drafted from all charges, and all are issued as they are due',
    '세금계산서가 모든 수수료로 작성되고 맞게 발행됨',
  ],
} as const satisfies Record<MonthCheck, Word>;

export const passedWords = {
  passed: ['Passed', '통과', 'good'],
  overridable: ['Missing: a second person may let it pass', '남음: 두 번째 사람이 넘길 수 있음', 'waiting'],
  missing: ['Missing', '남음', 'bad'],
} as const satisfies Record<string, Word>;
