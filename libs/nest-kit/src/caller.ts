import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.js';
import type { Role } from './roles.js';

/** Who asks. `actor` names a key or a person, and is what approvals, records and idempotency are counted by. */
export type Caller = Readonly<{
  actor: Actor;
  roles: readonly Role[];
  /** Seconds since the person last proved who it is (claim `auth_time`); absent for keys and for tokens that do not say. */
  signedInSecondsAgo?: number;
}>;

/** A request after the guard; `rawBody` are the bytes of the body as they arrived. */
export type KitRequest = FastifyRequest & { caller?: Caller; rawBody?: Buffer };

/** The caller of an endpoint that demands one. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<KitRequest>();
  if (!caller) throw new Error('CurrentCaller stands on an endpoint that everybody may call');
  return caller;
});
