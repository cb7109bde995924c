import { hash, randomBytes } from 'node:crypto';
import { DataSeal, JweError } from '@jeongsan/jwe';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleSettings } from '../console-settings.js';
import { setPassingCookie } from '../keep-sessions/cookies.js';
import type { SignInSecrets } from './issuer.js';

/** A sign-in that was begun: its secrets, where it returns to, and the session that it replaces. */
export type PendingSignIn = SignInSecrets &
  Readonly<{ returnTo: string; isFresh: boolean; begunAt: number; replaces: string | undefined }>;

const LIFE_S = 600;
const SECRET_BYTES = 32;
const CONTEXT = 'sign-in';

/** One cookie for each sign-in: a browser may begin several at once, in as many tabs. */
const cookieOf = (state: string): string => `__Host-sign-in-${hash('sha256', state, 'hex').slice(0, 16)}`;

export const newSecrets = (): SignInSecrets => ({ state: secret(), nonce: secret(), verifier: secret() });
const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Keeps sign-ins in their browsers, sealed: strangers cannot fill the memory of the door with sign-ins they never end. */
export class PendingSignIns {
  private readonly seal: DataSeal;

  constructor(
    { keys }: Pick<ConsoleSettings, 'keys'>,
    private readonly now: () => number,
  ) {
    this.seal = new DataSeal(keys);
  }

  keep(reply: FastifyReply, pending: PendingSignIn): void {
    setPassingCookie(reply, cookieOf(pending.state), this.seal.seal(CONTEXT, JSON.stringify(pending)), LIFE_S);
  }

  /** The sign-in of this state that this browser began; undefined: another browser's, too old, or none. Deletes the cookie. */
  take(request: FastifyRequest, reply: FastifyReply, state: unknown): PendingSignIn | undefined {
    if (typeof state !== 'string') return undefined;
    const name = cookieOf(state);
    const sealed = request.cookies[name];
    if (sealed === undefined) return undefined;
    setPassingCookie(reply, name, '', 0);
    const pending = this.opened(sealed);
    const isOurs = pending?.state === state && this.now() < pending.begunAt + LIFE_S * 1_000;
    return isOurs ? pending : undefined;
  }

  private opened(sealed: string): PendingSignIn | undefined {
    try {
      return JSON.parse(this.seal.open(CONTEXT, sealed)) as PendingSignIn;
    } catch (error) {
      if (error instanceof JweError) return undefined;
      throw error;
    }
  }
}
