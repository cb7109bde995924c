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
