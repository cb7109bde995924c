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
type Call<E extends Endpoint> = (
  ...call: Arguments<InputOf<E>>
) => E extends { answersEvents: true } ? AsyncGenerator<Output<E>, void, undefined> : Promise<Output<E>>;

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

type ListNames<C extends Contract> =
  | PagedNames<C>
  | { [K in keyof C]: [keyof Output<C[K]>] extends ['items' | 'days'] ? K : never }[keyof C];
/** For each list, a function that reads it as CSV, all pages of it, in the parts in which it arrives. */
export type CsvLists<C extends Contract> = {
  readonly [K in ListNames<C>]: (
    ...call: Arguments<InputOf<C[K]>>
  ) => AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
};

/** For each list that answers with pages, a function that reads all of them. */
export type Lists<C extends Contract> = {
  readonly [K in PagedNames<C>]: (...call: Arguments<InputOf<C[K]>>) => AsyncGenerator<ItemOf<C[K]>, void, undefined>;
};
