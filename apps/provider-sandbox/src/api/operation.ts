import type { Endpoint, Input, Output } from '@jeongsan/http-contract';
import { providerContract } from '@jeongsan/provider-contract';
import type { Call, World } from '../world.js';
import { decoderOf, type RawInput } from './decode.js';
import { type GroupHandler, type Together, togetherIn } from './together.js';

type ProviderContract = typeof providerContract;
export type Handler<E extends Endpoint> = (call: Call, input: Input<E>) => Promise<Output<E>>;

/** A handler for every operation of the contract: a missing one is a compile error. */
export type Handlers = { readonly [K in keyof ProviderContract]: Handler<ProviderContract[K]> };

export type GroupHandlers = { readonly [K in keyof ProviderContract]?: GroupHandler<ProviderContract[K]> };

/** An operation without its type parameters, as the HTTP layer serves it. */
export type Operation = Readonly<{
  name: string;
  endpoint: Endpoint;
  decode: (raw: RawInput) => Input<Endpoint>;
  handle: Handler<Endpoint>;
  together?: Together | undefined;
}>;

// Built once, because every merchant's world has the same operations.
const decoders = Object.fromEntries(
  Object.entries(providerContract).map(([name, endpoint]: [string, Endpoint]) => [name, decoderOf(endpoint)]),
) as Readonly<Record<keyof ProviderContract, (raw: RawInput) => Input<Endpoint>>>;

export const operationsOf = (handlers: Handlers, groupHandlers: GroupHandlers, world: World): Operation[] =>
  Object.entries(providerContract).map(([name, endpoint]: [string, Endpoint]) => ({
    name,
    endpoint,
    decode: decoders[name as keyof Handlers],
    handle: handlers[name as keyof Handlers],
    together: togetherIn(world, groupHandlers[name as keyof Handlers]),
  }));

/** The envelope of a successful answer of the v2 interface. */
export const entity = <N extends string, B>(call: Call, entityType: N, entityBody: B) => ({
  version: call.world.env.API_VERSION,
  traceId: call.traceId,
  entityType,
  entityBody,
});

/** A page of a list. `rows` has one row more than `limit` if another page follows. */
export function pageOf<T extends { id: string }>(rows: readonly T[], limit: number) {
  const items = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return { hasMore, size: items.length, nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null, items };
}
