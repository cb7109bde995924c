import type { UseQueryOptions } from '@tanstack/react-query';
import type { InputOf, ListName, Name, OutputOf } from '../../api/names.js';
import { readOf } from '../../api/reads.js';
import type { Place } from '../../layout/places.js';
import { type WireWon, wonOf } from '../../texts/amounts.js';
import type { Word } from '../../texts/words.js';

/** Work that waits for a person: how much of it, by when, and about how much money. */
export type Need = Readonly<{
  key: string;
  title: Word;
  /** What it is about, besides its title: a date, a class. */
  about?: string;
  count: number;
  /** There is more than was counted. */
  isMore: boolean;
  /** An instant, or a date: the end of that day in Korea. Null: none is written. */
  deadline: string | null;
  won: bigint | null;
  place: Place;
}>;

/** Where needs come from: one read of the API, and what follows from its answer. */
export type Source = Readonly<{
  key: string;
  needs: Name;
  read: UseQueryOptions;
  needsIn: (data: unknown, now: Date) => readonly Need[];
}>;

const EVERY_MS = 30_000;

type Of<N extends Name> = Readonly<{
  key: string;
  name: N;
  query?: InputOf<N> extends { query?: infer Q } ? Q : never;
  of: (data: OutputOf<N>, now: Date) => readonly Need[];
}>;

export const sourceOf = <N extends Name>({ key, name, query, of }: Of<N>): Source => ({
  key,
  needs: name,
  read: readOf(name, {
    input: (query === undefined ? {} : { query }) as unknown as InputOf<N>,
    everyMs: EVERY_MS,
  }) as unknown as UseQueryOptions,
  needsIn: (data, now) => of(data as OutputOf<N>, now),
});

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

type Summed<N extends ListName> = Readonly<{
  key: string;
  title: Word;
  place: Place;
  data: OutputOf<N>;
  wonOf?: (item: Item<N>) => WireWon | null;
  deadlineOf?: (item: Item<N>) => string | null;
}>;
type Item<N extends ListName> = OutputOf<N> extends { items: readonly (infer T)[] } ? T : never;

/** One need for a whole list; none when it is empty. */
export function needOfList<N extends ListName>({ key, title, place, data, ...of }: Summed<N>): Need[] {
  const { items, nextCursor } = data as unknown as Readonly<{ items: readonly Item<N>[]; nextCursor: string | null }>;
  if (items.length === 0) return [];
  return [
    {
      ...{ key, title, place, count: items.length, isMore: nextCursor !== null },
      won: of.wonOf === undefined ? null : sumOfWon(items, of.wonOf),
      deadline: of.deadlineOf === undefined ? null : earliest(items.map(of.deadlineOf)),
    },
  ];
}

/** By deadline, those without one last; then the larger amount first. */
export function byUrgency(a: Need, b: Need): number {
  const [first, second] = [a, b].map(({ deadline }) => (deadline === null ? Infinity : momentOf(deadline)));
  if (first !== second) return (first ?? 0) - (second ?? 0);
  const [more, less] = [a.won ?? 0n, b.won ?? 0n];
  return more === less ? 0 : more > less ? -1 : 1;
}
