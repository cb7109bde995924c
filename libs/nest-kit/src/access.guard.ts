import { createHash, timingSafeEqual } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Refusal } from '@jeongsan/http-contract';
import { keyActor } from './actor.js';
import type { Caller, KitRequest } from './caller.js';
import type { ApiKey, BaseEnv } from './env.js';
import { endpointOf, isOpen } from './endpoint-marks.js';
import { operatorTokens, type OperatorTokens } from './operator-token.js';
import { mayDo } from './roles.js';

type AccessEnv = Pick<BaseEnv, 'API_KEYS' | Extract<keyof BaseEnv, `OPERATOR_${string}`>>;

/**
 * Allows a request when its endpoint is open, or when the caller has the endpoint's scope. A handler that belongs to no endpoint
 * and is not marked `Open` is refused.
 */
export class AccessGuard implements CanActivate {
  private readonly keys: readonly { entry: ApiKey; digest: Buffer }[];
  private readonly operators: OperatorTokens | undefined;

  constructor(env: AccessEnv) {
    this.keys = env.API_KEYS.map((entry) => ({ entry, digest: Buffer.from(entry.sha256, 'hex') }));
    this.operators = tokensOf(env);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isOpen(context)) return true;
    const endpoint = endpointOf(context);
    if (endpoint?.security === 'none') return true;
    const request = context.switchToHttp().getRequest<KitRequest>();
    const caller = await this.authenticate(request.headers.authorization);
    const isAllowed = endpoint !== undefined && (endpoint.scope === undefined || mayDo(caller.roles, endpoint.scope));
    if (!isAllowed) throw new Refusal(403, 'FORBIDDEN', 'The caller may not do this', { scope: endpoint?.scope });
    request.caller = caller;
    return true;
  }

  private async authenticate(authorization: string | undefined): Promise<Caller> {
    const credential = readCredential(authorization);
    if (credential === undefined)
      throw new Refusal(401, 'UNAUTHENTICATED', 'An API key or an operator token is needed');
    const key = this.findKey(credential);
    if (key) return { actor: keyActor(key.id), roles: key.roles };
    const looksSigned = credential.split('.').length === 3;
    if (looksSigned && this.operators) return this.operators.verify(credential);
    throw new Refusal(401, 'UNAUTHENTICATED', 'The API key is not known here');
  }

  private findKey(credential: string): ApiKey | undefined {
    const digest = createHash('sha256').update(credential).digest();
    // Compares with every key, in constant time: the duration of the answer reveals nothing about any key.
    return this.keys.filter((key) => timingSafeEqual(key.digest, digest))[0]?.entry;
  }
}

function tokensOf(env: AccessEnv): OperatorTokens | undefined {
  const keys = env.OPERATOR_JWKS_URL ? new URL(env.OPERATOR_JWKS_URL) : env.OPERATOR_JWKS;
  const { OPERATOR_ISSUER: issuer, OPERATOR_AUDIENCE: audience, OPERATOR_TOKEN_PURPOSE: purpose } = env;
  if (!keys || !issuer || !audience) return undefined;
  const identityClaim = env.OPERATOR_IDENTITY_CLAIM;
  const lifetimeSecondsMax = env.OPERATOR_TOKEN_HOURS * 3_600;
  return operatorTokens({ keys, issuer, audience, identityClaim, purpose, lifetimeSecondsMax });
}

/** The credential in `Bearer <key or token>`, or in `Basic base64(<key>:)`, the form that clients of the provider use. */
function readCredential(authorization: string | undefined): string | undefined {
  const [, scheme, value] = /^(Bearer|Basic) +([\w.~+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  if (scheme.toLowerCase() === 'bearer') return value;
  const [user, password] = Buffer.from(value, 'base64').toString().split(':');
  return password === '' && user !== '' ? user : undefined;
}
