import type { Actor } from './actor.js';

/** One promise of a caller to mean the same request by the same key. */
export type IdempotentRequest = Readonly<{ caller: Actor; key: string; request: string; bodyHash: string }>;

export type IdempotencyVerdict =
  | Readonly<{ kind: 'new' }>
  | Readonly<{ kind: 'replay'; status: number; response: unknown }>
  | Readonly<{ kind: 'running' }>
  | Readonly<{ kind: 'conflict' }>;

/** Remembers answers already given. Injection token and type in one; an app without a store answers every request anew. */
export abstract class IdempotencyStore {
  /** Claims the key, or tells what became of its first use. */
  abstract begin(request: IdempotentRequest): Promise<IdempotencyVerdict>;
  /** Keeps the answer for repeats. */
  abstract finish(request: IdempotentRequest, status: number, response: unknown): Promise<void>;
  /** Frees the key: the request came to no answer. */
  abstract abandon(request: IdempotentRequest): Promise<void>;
}
