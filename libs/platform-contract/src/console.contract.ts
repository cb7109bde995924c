import { endpoint, Instant } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';

/** Each write of a browser with a session carries this header with the value 1: a form or an image of another site cannot. */
export const CONSOLE_WRITE_HEADER = 'x-jeongsan-console';
/** A read with this header (any value) is the page's own refreshing, and does not move the idle end of the session. */
export const BACKGROUND_HEADER = 'x-jeongsan-background';

/** A market: a deployment of its own, with a console of its own. */
export const Market = z.object({
  /** For the eye. */
  name: z.string(),
  /** The address of its console. */
  consoleUrl: z.url(),
  /** Whether it is the market whose console asks. */
  isThis: z.boolean(),
});
export type Market = z.output<typeof Market>;

/** The session of this browser. It holds no token. */
export const SessionView = z.object({
  /** The `sub` of the person's tokens. */
  subject: z.string(),
  /** For the eye. */
  name: z.string(),
  /** As the token says them. The services decide: `GET /api/v1/me` has the scopes. */
  roles: z.array(z.string()),
  /** When the person last authenticated; null: the issuer does not say. */
  signedInAt: Instant.nullable(),
  startedAt: Instant,
  /** Moves with each call of the person. */
  idleEndsAt: Instant,
  /** Never moves. */
  endsAt: Instant,
  /** The clock of the door, from which the remaining time is counted. */
  now: Instant,
  /** The markets among which people switch; empty: this one alone. */
  markets: z.array(Market),
});
export type SessionView = z.output<typeof SessionView>;

/** The address to open next: the issuer's own sign-out, or a page of the door. */
export const SignedOut = z.object({ continueAt: z.string() });

const getSession = endpoint({
  method: 'GET',
  path: '/console/session',
  summary: 'The session of this browser: who, since when, and until when.',
  security: 'none',
  success: { status: 200, body: SessionView },
  errors: may('SESSION_ENDED', 'CROSS_SITE', 'CONSOLE_OFF'),
});

const signOut = endpoint({
  method: 'POST',
  path: '/console/sign-out',
  summary: 'Ends the session of this browser. Succeeds without a session, too.',
  security: 'none',
  success: { status: 200, body: SignedOut },
  errors: may('CROSS_SITE', 'CONSOLE_OFF'),
});

const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/console/sign-out-everywhere',
  summary: 'Ends all sessions of this person, in all browsers.',
  security: 'none',
  success: { status: 200, body: SignedOut.extend({ ended: z.int() }) },
  errors: may('SESSION_ENDED', 'CROSS_SITE', 'CONSOLE_OFF'),
});

/** What the console calls at the front door itself, for its browser's session. */
export const consoleContract = { getSession, signOut, signOutEverywhere } as const;
