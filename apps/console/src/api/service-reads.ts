import type { WireCall, WireInput, WireOutput } from '@jeongsan/client/browser';
import type { operationsContract, Service } from '@jeongsan/platform-contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure } from '@jeongsan/client/browser';
import { serviceApi } from './client.js';

type Operations = typeof operationsContract;
export type OperationName = keyof Operations;
export type AnswerOf<N extends OperationName> = WireOutput<Operations[N]>;
type Given<N extends OperationName> = WireInput<Operations[N]>;
/** The lists that every service has of its own. */
export type ServiceList = 'listJobs' | 'listDeadJobs' | 'listRevivals' | 'listKeys';
export type RowOf<N extends ServiceList> = AnswerOf<N>['items'][number];

type AnyCall = (input?: unknown, options?: { signal?: AbortSignal; idempotencyKey?: string }) => Promise<unknown>;
/** The types of the input were checked where it was written. */
const callOf = (service: Service, name: OperationName): AnyCall =>
  serviceApi[service][name] as WireCall<Operations[OperationName]> as AnyCall;

const READ_EVERY_MS = 10_000;
const PAGE_ITEMS = '100';

/** One answer of one service about itself, read again every ten seconds. */
export const useServiceRead = <N extends 'getBacklog' | 'getJob' | 'getKey'>(
  service: Service,
  name: N,
  input?: Given<N>,
) =>
  useQuery({
    queryKey: ['service', service, name, input ?? {}],
    queryFn: ({ signal }) => callOf(service, name)(input, { signal }) as Promise<AnswerOf<N>>,
    refetchInterval: READ_EVERY_MS,
  });

/** A list of one service about itself, page by page. */
export const useServicePages = <N extends ServiceList>(
  service: Service,
  name: N,
  query: Readonly<Record<string, string>>,
) =>
  useInfiniteQuery({
    queryKey: ['service', service, name, query],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      return callOf(service, name)({ query: { limit: PAGE_ITEMS, ...query, ...after } }, { signal }) as Promise<{
        items: readonly RowOf<N>[];
        nextCursor: string | null;
      }>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** An act upon the jobs of one service. Its repeat after an unknown outcome carries the same Idempotency-Key. */
export function useServiceAct<N extends 'reviveDeadJob' | 'reviveDeadJobs' | 'discardDeadJob'>(
  service: Service,
  name: N,
) {
  const queries = useQueryClient();
  const key = useRef<string | undefined>(undefined);
  return useMutation({
    mutationFn: async (input: Given<N>) => {
      try {
        const answer = await callOf(service, name)(input, key.current ? { idempotencyKey: key.current } : {});
        key.current = undefined;
        return answer;
      } catch (error) {
        key.current = error instanceof ApiFailure && error.kind === 'unknown' ? error.idempotencyKey : undefined;
        throw error;
      }
    },
    onSettled: () => queries.invalidateQueries(),
  });
}
