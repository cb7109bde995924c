import type { InputOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

export type ParkedKind = InputOf<'proposeParkedDecision'>['body']['kind'];

/** What may have become of a parked payout. */
export const parkedKindWords = {
  NEVER_MADE: ['Never made: payable again, under a new reference', '지급되지 않음: 새 번호로 다시 지급'],
  MADE: ['Made: it is a payout at the provider', '지급됨: 결제대행사에 지급이 있음'],
  SEND_AGAIN: ['Not known: send again with the same reference', '모름: 같은 번호로 다시 보냄'],
} as const satisfies Record<ParkedKind, Word>;

export const isParkedKind = (text: string): text is ParkedKind => Object.hasOwn(parkedKindWords, text);
