import type { ItemOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

export const ledgerMonthWords = {
  OPEN: ['Open', '열림', 'quiet'],
  SEALED: ['Sealed', '봉인됨', 'good'],
  DETACHED: ['Detached', '따로 보관', 'quiet'],
} as const satisfies Record<ItemOf<'listLedgerPostings'>['month'], Word>;
