import { endpoint, Instant } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { Won } from './values.js';

/** What a caller may decide at this service. */
export const CallerApproval = z.object({
  /** The most won that one approval of this caller may cover; null: no limit. */
  limit: Won.nullable(),
  /** Decisions about more won than this, or about no sum, need a person who has just signed in. */
  signInAbove: Won,
  signInWithinSeconds: z.int(),
  /** Whether the caller's last sign-in is recent enough for those decisions. */
  isSignInFresh: z.boolean(),
  decides: z.array(
    z.object({
      decision: z.string(),
      /** alone: by one person. second: as the second person, after the request of another. */
      as: z.enum(['alone', 'second']),
      /** Won; null: no limit. */
      upTo: Won.nullable(),
    }),
  ),
});

/** The caller as the services see it. Holds no key and no token. */
export const CallerView = z.object({
  /** `key:<id>` or `person:<name>`, as in every record of what the caller does. */
  actor: z.string(),
  kind: z.enum(['key', 'person']),
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  /** The last sign-in of a person; null: a key, or a token that does not say when. */
  signedIn: z.object({ at: Instant, secondsAgo: z.int() }).nullable(),
  /** Null: nothing is approved at this service. */
  approval: CallerApproval.nullable(),
});
export type CallerView = z.output<typeof CallerView>;

export const getMe = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'Who the caller is: its roles and scopes, its limits, and which decisions it may make.',
  security: 'bearer',
  scope: 'self:read',
  success: { status: 200, body: CallerView },
  errors: may(),
});

export const callerContract = { getMe } as const;
