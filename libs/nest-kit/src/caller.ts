import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.js';
import type { Role } from './roles.js';
import type { SellerSession } from './seller-sessions.js';

/**
 * The caller of a request. `actor` names a key or a person; approvals, records and idempotency keys are stored under `actor`.
 */
export type Caller = Readonly<{
  actor: Actor;
  /**
   * Which key or token the caller sent, for the audit trail: `key:<id>`, or `<issuer>#<id of the token or of the session>`. Never the
   * secret itself.
   */
  credential: string;
  roles: readonly Role[];
  /** Seconds since the person last signed in (claim `auth_time`); absent for keys, and for tokens without that claim. */
  signedInSecondsAgo?: number;
}>;

/**
 * A request after the guard: from a caller with a role, or from a seller's link (`seller`), never both. `rawBody`: the bytes of the
 * body as received.
 */
export type KitRequest = FastifyRequest & { caller?: Caller; seller?: SellerSession; rawBody?: Buffer };
