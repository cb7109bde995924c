import type { ItemOf, OutputOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

type SheetView = OutputOf<'getBreakSheet'>;

export const sheetStateWords = {
  previewed: ['Previewed: nothing was changed', '미리 봄: 바뀐 것 없음', 'waiting'],
  applying: ['Being applied', '적용 중', 'busy'],
  applied: ['Applied', '적용됨', 'good'],
  expired: ['Its time is over', '기한 지남', 'quiet'],
} as const satisfies Record<SheetView['state'], Word>;

export const sheetKindWords = {
  breaks: ['What is to be done about breaks', '불일치의 처리'],
  decisions: ['Decisions about proposals', '제안의 결정'],
} as const satisfies Record<SheetView['kind'], Word>;

export const outcomeWords = {
  settled: ['Settle', '처리', 'good'],
  proposed: ['Propose to a second person', '두 번째 사람에게 제안', 'waiting'],
  declined: ['Decline', '거절', 'quiet'],
  reopened: ['Reopen', '다시 열기', 'waiting'],
  assigned: ['Assign', '담당자 정함', 'quiet'],
  unassigned: ['Take from its person', '담당자 없앰', 'quiet'],
  commented: ['Comment', '의견 남김', 'quiet'],
  refused: ['Refused', '할 수 없음', 'bad'],
} as const satisfies Record<ItemOf<'listBreakSheetRows'>['preview']['outcome'], Word>;
