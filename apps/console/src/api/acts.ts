import { ApiFailure } from '@jeongsan/client/browser';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from './client.js';
import type { InputOf, Name, OutputOf } from './names.js';

type AnyCall = (input: unknown, options: { idempotencyKey?: string }) => Promise<unknown>;

const PAGES_READ_AGAIN = 5;

/** Whether a list has more pages loaded than are read again after an act: each page is a call. Such a list begins anew. */
const isLong = ({ state: { data } }: Query): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  data.pages.length > PAGES_READ_AGAIN;

/**
 * One act of a person. Its repeat after an unknown outcome carries the same Idempotency-Key, as long as it says the same: the
 * service then gives its first answer and acts once. Afterwards everything that is shown is read again.
 */
export function useAct<N extends Name>(name: N) {
  const queries = useQueryClient();
  const unfinished = useRef<{ said: string; key: string } | undefined>(undefined);
  return useMutation({
    mutationFn: async (given: InputOf<N> | Promise<InputOf<N>>) => {
      const input: unknown = await given;
      const said = JSON.stringify(input);
      const key = unfinished.current?.said === said ? unfinished.current.key : undefined;
      try {
        const call = api[name] as unknown as AnyCall;
        const output = await call(input, key === undefined ? {} : { idempotencyKey: key });
        unfinished.current = undefined;
        return output as OutputOf<N>;
      } catch (error) {
        const sent = error instanceof ApiFailure && error.kind === 'unknown' ? error.idempotencyKey : undefined;
        unfinished.current = sent === undefined ? undefined : { said, key: sent };
        throw error;
      }
    },
    // Not awaited: what came of the act is said at once, and not when all of the page is read again.
    onSettled: () => {
      void queries.resetQueries({ predicate: isLong });
      void queries.invalidateQueries({ predicate: (query) => !isLong(query) });
    },
  });
}
