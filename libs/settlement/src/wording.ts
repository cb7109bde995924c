import { formatWon, formatWonEn } from '@jeongsan/money';

export const languages = ['ko', 'en'] as const;
export type Language = (typeof languages)[number];
export const audiences = ['operator', 'seller'] as const;
/** Operators read codes and internals; sellers read what a fact means for them and what they can do. */
export type Audience = (typeof audiences)[number];
export type Reader = Readonly<{ language: Language; audience: Audience }>;

/** One fact as text, in two languages for two readers. */
export type Words = Readonly<Record<Audience, Readonly<Record<Language, string>>>>;

/** Values shown with a fact. `date`: Asia/Seoul date; `amount`: won; `code`: shown to operators only. */
export type Facts = Readonly<{ date?: string | null; amount?: bigint | null; code?: string | null }>;

/** The text of a fact with its values, for example `Below the minimum: carried … (₩999, 2026-05-09)`. */
export function say(words: Words, { language, audience }: Reader, { date, amount, code }: Facts = {}): string {
  const money = amount == null ? null : language === 'ko' ? formatWon(amount) : formatWonEn(amount);
  const facts = [money, date, audience === 'operator' ? code : null].filter((fact) => fact != null);
  const sentence = words[audience][language];
  return facts.length === 0 ? sentence : `${sentence} (${facts.join(', ')})`;
}

/** Words with the same text for sellers and operators. */
export const toBoth = (ko: string, en: string): Words => ({ operator: { ko, en }, seller: { ko, en } });
