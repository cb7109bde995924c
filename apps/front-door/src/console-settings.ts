import { DataKeys } from '@jeongsan/jwe';
import { RedisUrl } from '@jeongsan/queues/redis-address';
import { z } from 'zod';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Browsers accept `__Host-` cookies over https, and over http from this machine alone. */
const isSecure = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || LOOPBACK.test(hostname);
};
const Secure = z.url({ protocol: /^https?$/ }).refine(isSecure, 'must be https, except on this machine');
const ConsoleOrigin = Secure.refine((url) => [`${new URL(url).origin}/`, new URL(url).origin].includes(url), {
  message: 'must be an origin, such as https://pay.market.kr: no path, query, user or password',
}).transform((url) => new URL(url).origin);

const FRAME_ANCESTOR = /^https?:\/\/[\w.*-]+(:\d+)?$/;
const FrameAncestors = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
  .pipe(z.array(z.string().regex(FRAME_ANCESTOR, 'must be origins, separated by spaces')).min(1));

/** The variables of the console. Those of the sign-in are all set, or none: without them, the door keeps no session. */
export const consoleShape = {
  /** The address that browsers have for this door. */
  CONSOLE_ORIGIN: ConsoleOrigin.optional(),
  /** The issuer of sign-ins: OpenID Connect, found by its discovery document. */
  CONSOLE_ISSUER: Secure.optional(),
  CONSOLE_CLIENT_ID: z.string().min(1).optional(),
  CONSOLE_CLIENT_SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
  /** `offline_access` asks for a refresh token; some issuers want another scope, or none. */
  CONSOLE_SCOPES: z.string().min(1).default('openid profile offline_access'),
  /** Asked for as `resource` (RFC 8707) and `audience`, for issuers that choose the audience of access tokens by it. */
  CONSOLE_RESOURCE: z.string().min(1).optional(),
  SESSION_REDIS_URL: RedisUrl.optional(),
  /** Seals what Redis holds of sessions: 64 hex characters, newest first; older ones after a comma while they rotate. */
  SESSION_KEY: DataKeys.optional(),
  /** Minutes without a call of the person after which a session ends. */
  SESSION_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 60)
    .default(30),
  /** Hours after the sign-in at which a session ends, whatever the person does. */
  SESSION_HOURS: z.coerce.number().int().min(1).max(24).default(12),
  /** Origins that may show the seller page in a frame. Default: none. */
  SELLER_PAGE_FRAME_ANCESTORS: FrameAncestors.default([]),
  /** The folder of the built console. */
  CONSOLE_FILES: z.string().min(1).optional(),
};

type ConsoleEnv = Readonly<{ NODE_ENV: string } & z.output<z.ZodObject<typeof consoleShape>>>;

const needed = [
  ...(['CONSOLE_ORIGIN', 'CONSOLE_ISSUER', 'CONSOLE_CLIENT_ID'] as const),
  ...(['CONSOLE_CLIENT_SECRET', 'SESSION_REDIS_URL', 'SESSION_KEY'] as const),
];
const addresses = ['CONSOLE_ORIGIN', 'CONSOLE_ISSUER'] as const;

/** Names each variable of the sign-in that is missing beside others, or that production does not accept. */
export function refuseHalfConsole(env: ConsoleEnv, context: z.RefinementCtx): void {
  const add = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message });
  const missing = needed.filter((name) => env[name] === undefined);
  if (missing.length < needed.length) for (const name of missing) add(name, 'is needed with the other settings');
  if (env.NODE_ENV !== 'production') return;
  for (const name of addresses) {
    const url = env[name];
    if (url !== undefined && (!url.startsWith('https:') || LOOPBACK.test(new URL(url).hostname)))
      add(name, 'a production console needs https, and an address of its own');
  }
}

/** The settings of the sign-in. */
export type ConsoleSettings = Readonly<{
  origin: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  resource: string | undefined;
  redisUrl: string;
  keys: z.output<typeof DataKeys>;
  idleMs: number;
  lifeMs: number;
}>;

const MINUTE_MS = 60_000;

/** Undefined: the door has no sign-in. */
export function consoleSettings(env: ConsoleEnv): ConsoleSettings | undefined {
  const { CONSOLE_ORIGIN: origin, CONSOLE_ISSUER: issuer, CONSOLE_CLIENT_ID: clientId, SESSION_KEY: keys } = env;
  const { CONSOLE_CLIENT_SECRET: clientSecret, SESSION_REDIS_URL: redisUrl } = env;
  if (!origin || !issuer || !clientId || !clientSecret || !redisUrl || !keys) return undefined;
  return {
    ...{ origin, issuer, clientId, clientSecret, redisUrl, keys },
    scopes: env.CONSOLE_SCOPES,
    resource: env.CONSOLE_RESOURCE,
    idleMs: env.SESSION_IDLE_MINUTES * MINUTE_MS,
    lifeMs: env.SESSION_HOURS * 60 * MINUTE_MS,
  };
}
