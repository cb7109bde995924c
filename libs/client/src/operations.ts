import type { CallOptions as AnyCallOptions, Contract, Endpoint, Input, Output, Page } from '@jeongsan/http-contract';

/** How one call is made. For a list, how each of its pages is read. */
export type CallOptions = Pick<AnyCallOptions, 'idempotencyKey' | 'timeoutMs' | 'signal' | 'onReply'>;

/** Keys of parts, such as `query`, whose members may all be absent. */
type OptionalParts<I> = { [K in keyof I]: Partial<I[K]> extends I[K] ? K : never }[keyof I];
type Parts<I> = Omit<I, OptionalParts<I>> & Partial<Pick<I, OptionalParts<I>>>;

/** What the caller of an endpoint passes: its params, query and body. An endpoint with none of them takes an empty object. */
export type InputOf<E extends Endpoint> = [keyof Input<E>] extends [never] ? Record<string, never> : Parts<Input<E>>;

/** Nothing of the input is required when no key of it is. */
type Arguments<I> = [RequiredKeys<I>] extends [never]
  ? [input?: I, options?: CallOptions]
  : [input: I, options?: CallOptions];
type RequiredKeys<I> = string extends keyof I
  ? never
  : { [K in keyof I]-?: undefined extends I[K] ? never : K }[keyof I];
type Call<E extends Endpoint> = (...call: Arguments<InputOf<E>>) => Promise<Output<E>>;

/** One typed function for each endpoint of a contract. */
export type Operations<C extends Contract> = { readonly [K in keyof C]: Call<C[K]> };

type PagedNames<C extends Contract> = {
  [K in keyof C]: Output<C[K]> extends Page<unknown>
    ? Input<C[K]> extends { query: { after?: unknown } }
      ? K
      : never
    : never;
}[keyof C];
type ItemOf<E extends Endpoint> = Output<E> extends Page<infer T> ? T : never;

/** For each list that answers with pages, a function that reads all of them. */
export type Lists<C extends Contract> = {
  readonly [K in PagedNames<C>]: (...call: Arguments<InputOf<C[K]>>) => AsyncGenerator<ItemOf<C[K]>, void, undefined>;
};
