import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { type Endpoint, Refusal } from '@jeongsan/http-contract';
import type { Caller, KitRequest } from './caller.js';
import { type AccessEnv, Callers } from './callers.js';
import { endpointOf, isOpen } from './endpoint-marks.js';
import { mayDo, roles } from './roles.js';
import { type SellerSession, type SellerSessions, sessionInvalid } from './seller-sessions.js';

/**
 * Allows a request when its endpoint is open, or when the caller has the endpoint's scope. A handler that belongs to no endpoint
 * and is not marked `Open` is refused. Endpoints of the seller page accept the tokens of its links, and no other credential.
 */
export class AccessGuard implements CanActivate {
  private readonly callers: Callers;

  /** `sellers`: verifies links to the seller page; undefined: every such link is refused. */
  constructor(
    env: AccessEnv,
    private readonly sellers?: SellerSessions,
  ) {
    this.callers = new Callers(env);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isOpen(context)) return true;
    const endpoint = endpointOf(context);
    if (endpoint?.security === 'none') return true;
    await this.admit(endpoint, context.switchToHttp().getRequest<KitRequest>());
    return true;
  }

  /**
   * Authenticates the caller and checks the endpoint's scope. Throws Refusals UNAUTHENTICATED, FORBIDDEN and
   * SELLER_SESSION_INVALID.
   */
  async admit(endpoint: Endpoint | undefined, request: KitRequest): Promise<void> {
    if (endpoint?.security === 'seller') {
      request.seller = await this.sellerOf(request.headers.authorization);
      return;
    }
    const caller = request.caller ?? (await this.authenticate(request.headers.authorization));
    const isAllowed = endpoint !== undefined && (endpoint.scope === undefined || mayDo(caller.roles, endpoint.scope));
    if (!isAllowed) throw new Refusal(403, 'FORBIDDEN', forbidden(endpoint?.scope), { scope: endpoint?.scope });
    request.caller = caller;
  }

  private sellerOf(authorization: string | undefined): Promise<SellerSession> {
    const [, scheme, token] = SCHEME_AND_VALUE.exec(authorization ?? '') ?? [];
    if (!this.sellers || token === undefined || scheme?.toLowerCase() !== 'bearer') throw sessionInvalid();
    return this.sellers.verify(token);
  }

  private authenticate(authorization: string | undefined): Promise<Caller> {
    const credential = readCredential(authorization);
    if (credential !== undefined) return this.callers.callerOf(credential);
    throw new Refusal(401, 'UNAUTHENTICATED', 'An API key or an operator token is needed');
  }
}

/** Names the roles that may: whoever is refused knows whom to ask. */
function forbidden(scope: string | undefined): string {
  const may = scope === undefined ? [] : roles.filter((role) => mayDo([role], scope));
  return may.length === 0
    ? 'The caller may not do this'
    : `The caller may not do this: it takes the role ${either.format(may)}`;
}

/** `a, b or c`: British English has no comma before the last. */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const SCHEME_AND_VALUE = /^(Bearer|Basic) +([\w.~+/=-]+)$/i;

/** The credential in `Bearer <key or token>`, or in `Basic base64(<key>:)`, the form that clients of the provider use. */
function readCredential(authorization: string | undefined): string | undefined {
  const [, scheme, value] = SCHEME_AND_VALUE.exec(authorization ?? '') ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  if (scheme.toLowerCase() === 'bearer') return value;
  const [user, password] = Buffer.from(value, 'base64').toString().split(':');
  return password === '' && user !== '' ? user : undefined;
}
