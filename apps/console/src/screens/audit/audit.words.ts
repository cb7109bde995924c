import type { OutputOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

type Fault = NonNullable<OutputOf<'verifyTrail'>['firstBad']>['fault'];

export const faultWords = {
  CHANGED: ['A row was changed', '내용이 바뀜', 'bad'],
  MISSING: ['A row is missing', '기록이 없음', 'bad'],
  UNCHAINED: ['A row does not follow from the one before', '앞 기록과 이어지지 않음', 'bad'],
  REWRITTEN: ['The end of the trail was rewritten', '끝부분이 다시 쓰임', 'bad'],
} as const satisfies Record<Fault, Word>;
