import {
  ApiFailure,
  type BrowserClient,
  createBrowserClient,
  type WireInput,
  type WireOutput,
} from '@jeongsan/client/browser';
import type { sellerPageContract } from '@jeongsan/platform-contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { operations } from 'virtual:seller-operations';

export type PageContract = typeof sellerPageContract;
export type PageApi = BrowserClient<PageContract>;
type Name = keyof PageContract;
export type AnswerOf<N extends Name> = WireOutput<PageContract[N]>;
export type ItemOf<N extends Name> = AnswerOf<N> extends { items: readonly (infer T)[] } ? T : never;

/** The API with the token of the link. */
export const pageApi = (token: string): PageApi =>
  createBrowserClient<PageContract>(operations, { base: '/api/v1', headers: { authorization: `Bearer ${token}` } });

export const PageApiContext = createContext<PageApi | undefined>(undefined);

/** Throws Error outside of the page. */
export function usePageApi(): PageApi {
  const api = use(PageApiContext);
  if (api === undefined) throw new Error('No link opened the page');
  return api;
}

export const isEnded = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'SELLER_SESSION_INVALID';

type AnyCall = (input?: unknown, options?: { signal: AbortSignal }) => Promise<unknown>;
/** The call of a name that is known at run time only. Its types were checked where the name and the input were written. */
const callOf = (api: PageApi, name: Name): AnyCall => api[name] as unknown as AnyCall;

export const readOf = <N extends Name>(api: PageApi, name: N, input?: WireInput<PageContract[N]>) =>
  queryOptions({
    queryKey: [name, input ?? {}] as const,
    queryFn: ({ signal }) => callOf(api, name)(input, { signal }) as Promise<AnswerOf<N>>,
  });

type Paged = Readonly<{ nextCursor: string | null }>;

/** Answers that follow one another by `nextCursor`, each a page of so many items. */
export const pagesOf = <N extends Name>(api: PageApi, name: N, items: number, input: WireInput<PageContract[N]>) =>
  infiniteQueryOptions({
    queryKey: [name, 'pages', input] as const,
    queryFn: ({ pageParam, signal }) => {
      const { query, ...rest } = input as { query?: object };
      const after = pageParam === null ? {} : { after: pageParam };
      const asked = { ...rest, query: { ...query, limit: String(items), ...after } };
      return callOf(api, name)(asked, { signal }) as Promise<AnswerOf<N> & Paged>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
