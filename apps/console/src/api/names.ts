import type { JeongsanContract, PagedName, WireInput, WireOutput } from '@jeongsan/client/browser';

/** An operation of the API, by the name that it has in the client, the command line and the reference. */
export type Name = keyof JeongsanContract;
export type ListName = PagedName<JeongsanContract>;
export type InputOf<N extends Name> = WireInput<JeongsanContract[N]>;
export type OutputOf<N extends Name> = WireOutput<JeongsanContract[N]>;
/** One item of a list. */
export type ItemOf<N extends Name> = OutputOf<N> extends { items: readonly (infer T)[] } ? T : never;
