import type { NeedKind } from '@jeongsan/platform-contract';
import type { Place } from '../../layout/places.js';
import { type WireWon, wonOf } from '../../texts/amounts.js';
import type { Word } from '../../texts/words.js';

/** Work that waits for a person: how much of it, by when, and about how much money. */
export type Need = Readonly<{
  key: string;
  kind: NeedKind;
  /** In place of the words of its kind. */
  title?: Word;
  /** What it is about, besides its title: a date, a service. */
  about?: string;
  count: number;
  /** There is more than was counted. */
  isMore: boolean;
  /** An instant, or a date: the end of that day in Korea. Null: none is written. */
  deadline: string | null;
  won: bigint | null;
  place: Place;
}>;

/** The sum of the amounts that are known; null: none is, or none is in won. */
export function sumOfWon<T>(items: readonly T[], of: (item: T) => WireWon | null): bigint | null {
  const known = items.map(of).filter((won) => won !== null);
  return known.length === 0 ? null : known.reduce<bigint>((sum, won) => sum + wonOf(won), 0n);
}

/** The earliest of some deadlines; null: none of them is known. */
export const earliest = (deadlines: readonly (string | null)[]): string | null =>
  deadlines.filter((one) => one !== null).sort((a, b) => momentOf(a) - momentOf(b))[0] ?? null;

const END_OF_DAY = 'T23:59:59+09:00';
export const momentOf = (deadline: string): number =>
  Date.parse(deadline.length === 10 ? `${deadline}${END_OF_DAY}` : deadline);

/** By deadline, those without one last; then the larger amount first. */
export function byUrgency(a: Need, b: Need): number {
  const [first, second] = [a, b].map(({ deadline }) => (deadline === null ? Infinity : momentOf(deadline)));
  if (first !== second) return (first ?? 0) - (second ?? 0);
  const [more, less] = [a.won ?? 0n, b.won ?? 0n];
  return more === less ? 0 : more > less ? -1 : 1;
}
