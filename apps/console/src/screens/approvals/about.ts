import type { ItemOf } from '../../api/names.js';
import { breakClassWords, resolutionWords } from '../../texts/break-words.js';
import type { Language } from '../../texts/language.js';
import { wordFor } from '../../texts/words.js';
import { checkWords, requestKindWords } from '../months/months.words.js';
import { type ParkedKind, parkedKindWords } from '../payouts/parked-words.js';

/** What a proposal is about, in the language of the person. */
export type About = (language: Language) => string;

type MonthRequest = Pick<ItemOf<'listMonthRequests'>, 'month' | 'kind' | 'reason' | 'missing' | 'counts'>;

/** The month, what becomes of it, and how much each check of it misses. */
export const aboutMonth =
  ({ month, kind, reason, missing, counts }: MonthRequest): About =>
  (language) =>
    [
      ...[month, wordFor(requestKindWords, kind, language), reason],
      ...missing.map((check, i) => `${wordFor(checkWords, check, language)} (${counts[i] ?? '?'})`),
    ].join(' · ');

export const aboutBreak =
  ({ way, reason }: Pick<ItemOf<'listBreakDecisions'>, 'way' | 'reason'>): About =>
  (language) =>
    `${wordFor(resolutionWords, way, language)} · ${reason}`;

export const aboutMatchingRule =
  (one: Pick<ItemOf<'listMatchingRules'>, 'class' | 'reason'>): About =>
  (language) =>
    `${wordFor(breakClassWords, one.class, language)} · ${one.reason}`;

export const aboutParked =
  (kind: ParkedKind, sellerId: string): About =>
  (language) =>
    `${wordFor(parkedKindWords, kind, language)} · ${sellerId}`;
