import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from './actor.js';

/** A request with an Idempotency-Key. The same caller and key must come with the same `request` and body. */
export type IdempotentRequest = Readonly<{ caller: Actor; key: string; request: string; bodyHash: string }>;

export type IdempotencyVerdict =
  | Readonly<{ kind: 'new' }>
  | Readonly<{ kind: 'replay'; status: number; response: unknown }>
  | Readonly<{ kind: 'running' }>
  | Readonly<{ kind: 'conflict' }>;

/** Stores answers by Idempotency-Key. Injection token and type in one; an app without this store handles every request anew. */
export abstract class IdempotencyStore {
  /** The state of the first request with this key; undefined: there is none. */
  abstract find(request: IdempotentRequest): Promise<IdempotencyVerdict | undefined>;
  /** Claims the key for a new request, or returns the state of the first request with this key. */
  abstract begin(request: IdempotentRequest): Promise<IdempotencyVerdict>;
  /** Stores the answer, for repeats of the request. */
  abstract finish(request: IdempotentRequest, status: number, response: unknown): Promise<void>;
  /** Frees the key: the request ended without an answer, and a repeat is handled anew. */
  abstract abandon(request: IdempotentRequest): Promise<void>;
}

type KeyedCall = Readonly<{ caller: Readonly<{ actor: Actor }>; idempotencyKey: string | undefined }>;

/**
 * An id for what a request makes, as a UUID: the same at each repeat with the request's Idempotency-Key, so that a repeat after a
 * crash makes nothing twice. Without a key, each request is a new one.
 */
export function idOfRequest({ caller, idempotencyKey }: KeyedCall): string {
  if (idempotencyKey === undefined) return randomUUID();
  const hex = createHash('sha256').update(`${caller.actor}\n${idempotencyKey}`).digest('hex');
  // Version 8 of RFC 9562: a UUID of the maker's own bits.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
