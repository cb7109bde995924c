import { DataKeys } from '@jeongsan/jwe';
import { RedisUrl } from '@jeongsan/queues/redis-address';
import { z } from 'zod';
import { originSetting } from './origin-setting.js';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Browsers accept `__Host-` cookies over https, and over http from this machine alone. */
const isSecure = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || LOOPBACK.test(hostname);
};
const Secure = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(isSecure, { error: 'must be https, except on this machine', abort: true });
const ConsoleOrigin = originSetting(
  Secure,
  'must be an origin, such as https://pay.market.kr: no path, query, user or password',
);

const MARKET_NAME_CHARACTERS_MAX = 40;
const Market = z.object({ name: z.string().min(1).max(MARKET_NAME_CHARACTERS_MAX), origin: ConsoleOrigin });
/** `Hangawi=https://pay.hangawi.kr, Byeol=https://pay.byeol.kr` */
const Markets = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [name = '', ...origin] = part.split('=');
        return { name: name.trim(), origin: origin.join('=').trim() };
      }),
  )
  .pipe(z.array(Market))
  .refine((all) => isDistinct(all.map(({ name }) => name)), 'names two markets alike')
  .refine((all) => isDistinct(all.map(({ origin }) => origin)), 'names one origin twice');
const isDistinct = (all: readonly string[]): boolean => new Set(all).size === all.length;

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
  /**
   * Name and console origin of every market whose people work in several, this one among them. Each is a deployment of its own:
   * the consoles are links to each other, and share nothing.
   */
  CONSOLE_MARKETS: Markets.default([]),
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
/** An address that production accepts. */
const isPublic = (url: string): boolean => url.startsWith('https:') && !LOOPBACK.test(new URL(url).hostname);
const addresses = ['CONSOLE_ORIGIN', 'CONSOLE_ISSUER'] as const;

/** Names each variable of the sign-in that is missing beside others, or that production does not accept. */
export function refuseHalfConsole(env: ConsoleEnv, context: z.RefinementCtx): void {
  const add = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message });
  const missing = needed.filter((name) => env[name] === undefined);
  if (missing.length < needed.length) for (const name of missing) add(name, 'is needed with the other settings');
  if (env.CONSOLE_MARKETS.length > 0 && !env.CONSOLE_MARKETS.some(({ origin }) => origin === env.CONSOLE_ORIGIN))
    add('CONSOLE_MARKETS', 'lacks this market: CONSOLE_ORIGIN');
  if (env.NODE_ENV !== 'production') return;
  for (const { name, origin } of env.CONSOLE_MARKETS)
    if (!isPublic(origin)) add('CONSOLE_MARKETS', `the console of ${name} needs https, and an address of its own`);
  for (const name of addresses) {
    const url = env[name];
    if (url !== undefined && !isPublic(url)) add(name, 'a production console needs https, and an address of its own');
  }
}

/** The settings of the sign-in. */
export type ConsoleSettings = Readonly<{
  origin: string;
  markets: z.output<typeof Markets>;
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
    markets: env.CONSOLE_MARKETS,
    scopes: env.CONSOLE_SCOPES,
    resource: env.CONSOLE_RESOURCE,
    idleMs: env.SESSION_IDLE_MINUTES * MINUTE_MS,
    lifeMs: env.SESSION_HOURS * 60 * MINUTE_MS,
  };
}
