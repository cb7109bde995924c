import type { UseQueryOptions } from '@tanstack/react-query';
import type { NeedKind } from '@jeongsan/platform-contract';
import type { InputOf, ItemOf, ListName, Name, OutputOf } from '../../api/names.js';
import { readOf } from '../../api/reads.js';
import type { Place } from '../../layout/places.js';
import type { WireWon } from '../../texts/amounts.js';
import { earliest, type Need, sumOfWon } from './need.js';

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

type Summed<N extends ListName> = Readonly<{
  key: string;
  kind: NeedKind;
  place: Place;
  data: OutputOf<N>;
  wonOf?: (item: ItemOf<N>) => WireWon | null;
  deadlineOf?: (item: ItemOf<N>) => string | null;
}>;

/** One need for a whole list; none when it is empty. */
export function needOfList<N extends ListName>({ key, kind, place, data, ...of }: Summed<N>): Need[] {
  const { items, nextCursor } = data as unknown as Readonly<{ items: readonly ItemOf<N>[]; nextCursor: string | null }>;
  if (items.length === 0) return [];
  return [
    {
      ...{ key, kind, place, count: items.length, isMore: nextCursor !== null },
      won: of.wonOf === undefined ? null : sumOfWon(items, of.wonOf),
      deadline: of.deadlineOf === undefined ? null : earliest(items.map(of.deadlineOf)),
    },
  ];
}
