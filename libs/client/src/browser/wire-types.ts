import type { Contract, Endpoint } from '@jeongsan/http-contract';
import type { z } from 'zod';

type Part<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType } ? { [P in K]: z.input<S> } : unknown;
type Whole<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;
/** Keys of parts, such as `query`, whose members may all be absent. */
type OptionalParts<I> = { [K in keyof I]: Partial<I[K]> extends I[K] ? K : never }[keyof I];

/** Params, query and body as they stand on the wire: won as numbers, instants as texts. */
export type WireInput<E extends Endpoint> = [keyof Whole<E>] extends [never]
  ? Record<string, never>
  : Omit<Whole<E>, OptionalParts<Whole<E>>> & Partial<Pick<Whole<E>, OptionalParts<Whole<E>> & keyof Whole<E>>>;

/** A file of the API, kept by the browser outside of the memory of the page. */
export type WireFile = Readonly<{ fileName: string; bytes: Blob }>;

/** The success body as it stands on the wire. */
export type WireOutput<E extends Endpoint> = E extends { answerTypes: readonly string[] }
  ? WireFile
  : z.input<E['success']['body']>;

type RequiredKeys<I> = string extends keyof I
  ? never
  : { [K in keyof I]-?: undefined extends I[K] ? never : K }[keyof I];

export type BrowserCallOptions = Readonly<{
  /** For the repeat of a POST whose outcome is unknown. Default: a random UUID. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}>;
type Arguments<I> = [RequiredKeys<I>] extends [never]
  ? [input?: I, options?: BrowserCallOptions]
  : [input: I, options?: BrowserCallOptions];

export type WireCall<E extends Endpoint> = (...call: Arguments<WireInput<E>>) => Promise<WireOutput<E>>;

/** One function for each endpoint of a contract, by its name. Streams of events have an address instead. */
export type WireCalls<C extends Contract> = { readonly [K in keyof C]: WireCall<C[K]> };

/** The names of the lists that are read page by page. */
export type PagedName<C extends Contract> = {
  [K in keyof C]: WireOutput<C[K]> extends { items: readonly unknown[]; nextCursor: string | null } ? K : never;
}[keyof C];
