import type { Readiness } from '@jeongsan/nest-kit';
import type { Market } from '@jeongsan/platform-contract';
import { PersonTokens } from './act-as-person/person-tokens.js';
import type { ConsoleSettings } from './console-settings.js';
import { SessionStore } from './keep-sessions/session-store.js';
import { Issuer } from './sign-in/issuer.js';
import { PendingSignIns } from './sign-in/pending-sign-in.js';

/** What the routes of the sign-in share. `now`: milliseconds since 1970. */
export type ConsoleParts = Readonly<{
  origin: string;
  markets: readonly Market[];
  store: SessionStore;
  issuer: Issuer;
  pending: PendingSignIns;
  tokens: PersonTokens;
  now: () => number;
}>;

export function consoleParts(settings: ConsoleSettings, now: () => number): ConsoleParts {
  const store = new SessionStore(settings, now);
  const issuer = new Issuer(settings, now);
  const pending = new PendingSignIns(settings, now);
  const { origin } = settings;
  const markets = settings.markets.map(({ name, origin: other }) => ({
    ...{ name, consoleUrl: `${other}/console`, isThis: other === origin },
  }));
  return { origin, markets, store, issuer, pending, tokens: new PersonTokens(store, issuer, now), now };
}

/** Shown in /health/ready. The door takes payments without Redis, so that it stays ready. */
export const sessionsReady = ({ store }: ConsoleParts): Readiness => ({
  name: 'sessions',
  server: 'redis',
  isSpared: true,
  check: async () => {
    await store.ping();
    return {};
  },
});
