import type { Language } from './language.js';

/** The look of a state: quiet and good need no act, busy goes on by itself, waiting needs a person, bad went wrong. */
export type Tone = 'quiet' | 'good' | 'busy' | 'waiting' | 'bad';
/** One member of a closed list in words. */
export type Word = readonly [en: string, ko: string, tone?: Tone];
export type Words<K extends string> = Readonly<Record<K, Word>>;

/** The word for a member; a member that this version does not know is shown as it is. */
export function wordFor(words: Readonly<Record<string, Word>>, member: string, language: Language): string {
  const word = Object.hasOwn(words, member) ? words[member] : undefined;
  return word?.[language === 'en' ? 0 : 1] ?? member;
}

export const toneOf = (words: Readonly<Record<string, Word>>, member: string): Tone =>
  (Object.hasOwn(words, member) ? words[member]?.[2] : undefined) ?? 'quiet';

/** Members and words as the choices of a field or a filter. */
export const choicesOf = (words: Readonly<Record<string, Word>>, language: Language) =>
  Object.keys(words).map((value) => ({ value, label: wordFor(words, value, language) }));
