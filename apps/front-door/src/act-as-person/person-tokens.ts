import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@jeongsan/http-contract';
import { ServerAway } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import type { SessionStore } from '../keep-sessions/session-store.js';
import type { Session } from '../keep-sessions/session.js';
import { type Issuer, NoLongerSignedIn } from '../sign-in/issuer.js';

/** A token that ends sooner is renewed first: a request may wait in a service. */
const RENEW_BEFORE_MS = 30_000;
const OTHER_DOOR_MS = 10_000;
const LOOK_AGAIN_MS = 100;

export const sessionEnded = (): Refusal => refuse('SESSION_ENDED', 'The session is over: sign in again');

/** Gives the access token of a session, renewed in time: once for all requests that come together, at all doors. */
export class PersonTokens {
  private readonly renewals = new Map<string, Promise<Session>>();

  constructor(
    private readonly store: SessionStore,
    private readonly issuer: Issuer,
    private readonly now: () => number,
  ) {}

  /** Throws SESSION_ENDED, and ServerAway when Redis, or the issuer where it is needed, does not answer. */
  async accessOf(id: string, isActive: boolean): Promise<string> {
    const session = await this.store.read(id, isActive);
    if (!session) throw sessionEnded();
    if (this.isFresh(session)) return session.tokens.access;
    const renewed = await this.renewedOnce(id, session).catch((error: unknown) => {
      // The token is valid until its end, so calls go on while the issuer is away for a moment.
      if (error instanceof Refusal || !this.isValid(session)) throw error;
      return session;
    });
    return renewed.tokens.access;
  }

  /** Calls that come together at this door share one renewal, and its failure. */
  private renewedOnce(id: string, session: Session): Promise<Session> {
    const running = this.renewals.get(id);
    if (running) return running;
    const renewal = this.renewed(id, session).finally(() => this.renewals.delete(id));
    this.renewals.set(id, renewal);
    return renewal;
  }

  private async renewed(id: string, session: Session): Promise<Session> {
    if (session.tokens.refresh === undefined) {
      if (this.isValid(session)) return session;
      await this.store.end(id);
      throw sessionEnded();
    }
    // A refresh token can be used once: one door renews, the others wait for what it keeps.
    for (let waitedMs = 0; waitedMs < OTHER_DOOR_MS; waitedMs += LOOK_AGAIN_MS) {
      const unlock = await this.store.lock(id);
      const kept = await this.kept(id);
      if (kept.tokens.access !== session.tokens.access) {
        await unlock?.();
        return kept;
      }
      if (unlock) {
        try {
          return await this.renewedAlone(id, kept);
        } finally {
          await unlock().catch(() => undefined);
        }
      }
      await pause(LOOK_AGAIN_MS);
    }
    throw new ServerAway('Another door did not renew the tokens in time');
  }

  private async renewedAlone(id: string, session: Session): Promise<Session> {
    try {
      const renewed = await this.issuer.renew(session);
      await this.store.replace(id, renewed);
      return { ...session, ...renewed };
    } catch (error) {
      if (!(error instanceof NoLongerSignedIn)) throw error;
      await this.store.end(id);
      throw sessionEnded();
    }
  }

  private async kept(id: string): Promise<Session> {
    const session = await this.store.read(id, false);
    if (!session) throw sessionEnded();
    return session;
  }

  private isFresh({ tokens }: Session): boolean {
    return tokens.accessEndsAt - this.now() > RENEW_BEFORE_MS;
  }

  private isValid({ tokens }: Session): boolean {
    return tokens.accessEndsAt > this.now();
  }
}
