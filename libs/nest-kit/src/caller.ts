import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.js';
import type { Role } from './roles.js';

/**
 * The caller of a request. `actor` names a key or a person; approvals, records and idempotency keys are stored under `actor`.
 */
export type Caller = Readonly<{
  actor: Actor;
  roles: readonly Role[];
  /** Seconds since the person last signed in (claim `auth_time`); absent for keys, and for tokens without that claim. */
  signedInSecondsAgo?: number;
}>;

/** A request after the guard. `rawBody`: the bytes of the body as received. */
export type KitRequest = FastifyRequest & { caller?: Caller; rawBody?: Buffer };
