import type { DispatchControlView, findingKinds, parkedDecisionKinds } from '@jeongsan/platform-contract';
import type { z } from 'zod';
import type { Word } from '../../texts/words.js';

type Control = z.output<typeof DispatchControlView>;

export const controlActionWords = {
  halted: ['Halted', '중단', 'bad'],
  resumed: ['Resumed', '재개', 'good'],
  locked: ['Locked itself', '스스로 잠금', 'bad'],
  acknowledged: ['Lock lifted', '잠금 해제', 'good'],
} as const satisfies Record<Control['decisions'][number]['action'], Word>;

export const coverWords = {
  PROVIDER: ['as the provider said', '결제대행사의 답 기준'],
  LEDGER: ['by our books', '우리 장부 기준'],
} as const satisfies Record<NonNullable<Control['cover']>['source'], Word>;

export const findingWords = {
  UNKNOWN_PAYOUT: ['Our records lack it', '우리 기록에 없음', 'bad'],
  NEVER_SENT: ['Our records have it as never sent', '보낸 적 없는 지급', 'bad'],
  OTHER_CONTENT: ['Its content differs from ours', '내용이 우리와 다름', 'bad'],
} as const satisfies Record<(typeof findingKinds)[number], Word>;

export const parkedKindWords = {
  NEVER_MADE: ['Never made: payable again', '지급된 적 없음: 다시 지급할 돈이 됨', 'waiting'],
  MADE: ['Made: it is a payout at the provider', '지급됨: 결제대행사의 지급임', 'waiting'],
  SEND_AGAIN: ['Send again, same reference', '같은 참조 번호로 다시 보냄', 'waiting'],
} as const satisfies Record<(typeof parkedDecisionKinds)[number], Word>;
