import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
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
  /** The dates of a key where its configuration says them; null: a person. */
  key: z.object({ madeAt: Instant.nullable(), expiresAt: Instant.nullable() }).nullable(),
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

/** A credential that this service accepts. Never the key itself, nor its hash. */
export const KeyView = z.object({
  /** The name of the key, as it stands in records behind `key:`. */
  id: z.string(),
  actor: z.string(),
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  /** Dates of the key where its configuration says them. */
  madeAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  /** Set: no request with the key is accepted. */
  revokedAt: Instant.nullable(),
  isValid: z.boolean(),
  /** The last request with it that this process served; null: none since it started. */
  lastSeenAt: Instant.nullable(),
});

export const listKeys = endpoint({
  method: 'GET',
  path: '/keys',
  summary: 'The keys that this service accepts, by name: with a role or a scope, valid or not.',
  security: 'bearer',
  scope: 'audit:read',
  query: z.object({
    role: z.string().min(1).max(40).optional(),
    scope: z.string().min(1).max(40).optional(),
    valid: z.enum(['true', 'false']).optional(),
    after: IntText.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(KeyView) },
  errors: may(),
});

export const getKey = endpoint({
  method: 'GET',
  path: '/keys/{keyId}',
  summary: 'One key that this service accepts.',
  security: 'bearer',
  scope: 'audit:read',
  params: z.object({ keyId: z.string().min(1).max(64) }),
  success: { status: 200, body: KeyView },
  errors: may('KEY_NOT_FOUND'),
});

export const callerContract = { getMe, listKeys, getKey } as const;
