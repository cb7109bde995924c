import { ApiFailure, type BrowserClient, type JeongsanContract } from '@jeongsan/client/browser';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, backgroundApi } from './client.js';
import type { InputOf, ItemOf, ListName, Name, OutputOf } from './names.js';

type AnyCall = (input?: unknown, options?: { signal: AbortSignal }) => Promise<unknown>;

/** The call of a name that is known at run time only. Its types were checked where the name and the input were written. */
const callOf = (client: BrowserClient<JeongsanContract>, name: Name): AnyCall => client[name] as unknown as AnyCall;

/** A failure that may pass by itself is tried again twice; a refusal is not. */
export const retriesRead = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiFailure && error.kind === 'unknown';

type Asked<N extends Name> = Readonly<{
  input?: InputOf<N>;
  /** Read again after so many milliseconds, as long as the page is looked at. */
  everyMs?: number;
  isEnabled?: boolean;
}>;

/** One read, as TanStack Query takes it. */
export const readOf = <N extends Name>(name: N, { input, everyMs, isEnabled = true }: Asked<N> = {}) =>
  queryOptions({
    queryKey: [name, input ?? {}] as const,
    queryFn: ({ signal }) =>
      callOf(everyMs === undefined ? api : backgroundApi, name)(input, { signal }) as Promise<OutputOf<N>>,
    refetchInterval: everyMs ?? false,
    enabled: isEnabled,
  });

export const useRead = <N extends Name>(name: N, asked: Asked<N> = {}) => useQuery(readOf(name, asked));

type PageOf<N extends Name> = Readonly<{ items: readonly ItemOf<N>[]; nextCursor: string | null }>;
const PAGE_ITEMS = 100;

/** A list page by page; `input.query` has the filters. */
export const pagesOf = <N extends ListName>(name: N, input: InputOf<N> | undefined, isEnabled = true) =>
  infiniteQueryOptions({
    queryKey: [name, 'pages', input ?? {}] as const,
    queryFn: ({ pageParam, signal }) => {
      const { query, ...rest } = (input ?? {}) as { query?: object };
      const after = pageParam === null ? {} : { after: pageParam };
      return callOf(api, name)(
        { ...rest, query: { limit: String(PAGE_ITEMS), ...query, ...after } },
        { signal },
      ) as Promise<PageOf<N>>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isEnabled,
    // Each loaded page would be read again whenever the window is looked at.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const usePages = <N extends ListName>(name: N, input?: InputOf<N>, isEnabled = true) =>
  useInfiniteQuery(pagesOf(name, input, isEnabled));
