import { hash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@jeongsan/http-contract';
import { keyActor } from './actor.js';
import type { Caller } from './caller.js';
import type { ApiKey, BaseEnv } from './env.js';
import { operatorTokens, type OperatorTokens } from './operator-token.js';

export type AccessEnv = Pick<BaseEnv, 'API_KEYS' | Extract<keyof BaseEnv, `OPERATOR_${string}`>>;

/** Recognises the callers of an app: API keys by their hashes, people by the tokens of the operators' issuer. */
export class Callers {
  private readonly keys: readonly { entry: ApiKey; digest: Buffer }[];
  private readonly operators: OperatorTokens | undefined;

  /** `now`: the real time, by which keys and tokens are judged; the clock of a rehearsal does not apply to them. */
  constructor(
    env: AccessEnv,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.keys = env.API_KEYS.map((entry) => ({ entry, digest: Buffer.from(entry.sha256, 'hex') }));
    this.operators = tokensOf(env);
  }

  /** The caller of a key or an operator token. Throws Refusal 401, or 503 when the issuer's public keys cannot be read. */
  async callerOf(credential: string): Promise<Caller> {
    const key = this.keyOf(credential);
    if (key) return key;
    const looksSigned = credential.split('.').length === 3;
    if (looksSigned && this.operators) return this.operators.verify(credential);
    throw new Refusal(401, 'UNAUTHENTICATED', 'The API key is not known here');
  }

  /** The caller of an API key; undefined: the key is not configured here, or is not valid any more. */
  keyOf(credential: string): Caller | undefined {
    const digest = hash('sha256', credential, 'buffer');
    // Compares with every key, in constant time: the duration of the answer reveals nothing about any key.
    const found = this.keys.filter((key) => timingSafeEqual(key.digest, digest))[0]?.entry;
    if (!found || !isValidKey(found, this.now())) return undefined;
    seenAt.set(found, this.now());
    return { actor: keyActor(found.id), credential: keyActor(found.id), roles: found.roles };
  }
}

/** Whether requests with a key are accepted at an instant. */
export const isValidKey = ({ expiresAt, revokedAt }: ApiKey, now: Date): boolean =>
  (expiresAt === undefined || now < expiresAt) && (revokedAt === undefined || now < revokedAt);

const seenAt = new WeakMap<ApiKey, Date>();
/** When this process last accepted a request with a configured key; undefined: not since it started. */
export const keySeenAt = (key: ApiKey): Date | undefined => seenAt.get(key);

function tokensOf(env: AccessEnv): OperatorTokens | undefined {
  const keys = env.OPERATOR_JWKS_URL ? new URL(env.OPERATOR_JWKS_URL) : env.OPERATOR_JWKS;
  const { OPERATOR_ISSUER: issuer, OPERATOR_AUDIENCE: audience, OPERATOR_TOKEN_PURPOSE: purpose } = env;
  if (!keys || !issuer || !audience) return undefined;
  const identityClaim = env.OPERATOR_IDENTITY_CLAIM;
  const lifetimeSecondsMax = env.OPERATOR_TOKEN_HOURS * 3_600;
  return operatorTokens({ keys, issuer, audience, identityClaim, purpose, lifetimeSecondsMax });
}
