import type { DispatchControlView, findingKinds } from '@jeongsan/platform-contract';
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
