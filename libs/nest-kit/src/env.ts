import { FurtherHolidays } from '@jeongsan/calendar';
import { fromFiles } from '@jeongsan/settings';
import { z } from 'zod';
import { isKeyId } from './actor.js';
import { roles } from './roles.js';
import { placeholders, weakSecrets } from './weak-secrets.js';

/** JSON text of the given shape. Error messages never repeat the text, since the text may contain a secret. */
export const json = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const KeyInstant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A configured API key: only its hash, so that a leaked environment lets no one in. */
const ApiKey = z.object({
  id: z.string().max(64).refine(isKeyId, 'is no id of a key: letters, digits, . _ - and @, and no name of the system'),
  /** Hex of the SHA-256 of the key. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  roles: z.array(z.enum(roles)).min(1),
  /** When the key was made, and from when on it is refused: ISO 8601 with an offset. Absent: not known, or never. */
  madeAt: KeyInstant.optional(),
  expiresAt: KeyInstant.optional(),
  revokedAt: KeyInstant.optional(),
});
export type ApiKey = z.output<typeof ApiKey>;

const JsonWebKeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });
export type JsonWebKeySet = z.output<typeof JsonWebKeySet>;

/** The settings that all apps share. An app adds its own: `baseEnv.extend({ DATABASE_URL: z.url() })`. */
export const baseEnv = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  /** A port for the metrics alone, which are then not served at PORT. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The work of this process: answer requests (`http`), run jobs (`worker`), or both (`all`). */
  ROLE: z.enum(['http', 'worker', 'all']).default('all'),
  API_KEYS: json(z.array(ApiKey)),
  /** Public keys of the issuer of operator tokens. Without keys, operator tokens are refused. */
  OPERATOR_JWKS: json(JsonWebKeySet).optional(),
  /** Address of those public keys, instead of OPERATOR_JWKS. Fetched when needed, and kept for ten minutes. */
  OPERATOR_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPERATOR_ISSUER: z.string().min(1).optional(),
  /** The value that a token's `aud` must contain. */
  OPERATOR_AUDIENCE: z.string().min(1).optional(),
  /** The claim that identifies a human, whatever account the human signs in with. Second-person checks compare this claim. */
  OPERATOR_IDENTITY_CLAIM: z.string().min(1).default('sub'),
  /**
   * `claim=value` that marks an access token of this issuer. Without this setting, the token's header must have `typ: at+jwt`.
   */
  OPERATOR_TOKEN_PURPOSE: z
    .string()
    .regex(/^[^\s=]+=\S+$/, 'must be claim=value')
    .transform((text) => ({ claim: text.slice(0, text.indexOf('=')), value: text.slice(text.indexOf('=') + 1) }))
    .optional(),
  /** The longest accepted lifetime of a token, from `iat` to `exp`. */
  OPERATOR_TOKEN_HOURS: z.coerce.number().int().min(1).max(24).default(12),
  /** Use the clock that a rehearsal sets instead of the machine's clock. */
  CONTROLLED_CLOCK: z.stringbool().default(false),
  /** Rehearsals only: lets the process that started this one make it fail at chosen places. */
  FAILPOINTS: z.stringbool().default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Public holidays of whole years after the published ones: `{"2028-01-01":"1월 1일",…}`. */
  EXTRA_HOLIDAYS: json(FurtherHolidays).default({}),
});
export type BaseEnv = z.output<typeof baseEnv>;

/** Thrown for invalid settings. The message lists every invalid variable, and no value. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
  constructor(problems: readonly string[]) {
    super(`The environment does not fit:\n${problems.map((p) => `  ${p}`).join('\n')}`);
    // The stack of this error is of no use to an operator; the list of variables is.
    this.stack = this.message;
  }
}

/** Reads the settings at the start of a process, secrets also from files (`<NAME>_FILE`). Throws EnvironmentError with all problems. */
export function parseEnv<S extends z.ZodObject>(
  schema: S,
  source: Readonly<Record<string, string | undefined>> = process.env,
): z.output<S> {
  const { values: given, problems: unread } = fromFiles(Object.keys(schema.shape), source);
  const parsed = schema.safeParse(given);
  // A secret whose file is wrong is named once, not as missing too.
  const isNamed = (name: PropertyKey | undefined) =>
    unread.some((problem) => problem.startsWith(`${String(name)}_FILE:`));
  const problems = [
    ...unread,
    ...placeholders(given),
    ...(source['NODE_ENV'] === 'production' ? weakSecrets(given) : []),
    ...(parsed.success
      ? unsafe(parsed.data)
      : parsed.error.issues
          .filter(({ path: [name] }) => !isNamed(name))
          .map((issue) => `${issue.path.join('.')}: ${explain(issue, given)}`)),
  ];
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems);
  return parsed.data;
}

/** EX_CONFIG of sysexits.h: the settings are wrong, and starting again does not mend them. */
const EXIT_OF_WRONG_SETTINGS = 78;

/** The settings of this process. When they do not fit, prints every invalid variable and ends the process with exit code 78. */
export function settings<S extends z.ZodObject>(schema: S): z.output<S> {
  try {
    return parseEnv(schema);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    process.exit(EXIT_OF_WRONG_SETTINGS);
  }
}

function explain(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): string {
  const [name] = issue.path;
  return typeof name === 'string' && issue.path.length === 1 && !(name in given) ? 'is missing' : issue.message;
}

function unsafe(env: Readonly<Record<string, unknown>>): string[] {
  const isProduction = env['NODE_ENV'] === 'production';
  return [
    ...(isProduction && env['CONTROLLED_CLOCK'] === true
      ? ['CONTROLLED_CLOCK: a production service must not run on a clock that can be set']
      : []),
    ...(env['FAILPOINTS'] === true && env['CONTROLLED_CLOCK'] !== true
      ? ['FAILPOINTS: only a rehearsal may be made to fail, and a rehearsal runs on a controlled clock']
      : []),
    ...((env['OPERATOR_JWKS'] || env['OPERATOR_JWKS_URL']) && !env['OPERATOR_ISSUER']
      ? ['OPERATOR_ISSUER: is needed with OPERATOR_JWKS']
      : []),
    ...((env['OPERATOR_JWKS'] || env['OPERATOR_JWKS_URL']) && !env['OPERATOR_AUDIENCE']
      ? ['OPERATOR_AUDIENCE: is needed with OPERATOR_JWKS, so that a token for somebody else opens nothing here']
      : []),
    ...(env['OPERATOR_JWKS'] && env['OPERATOR_JWKS_URL']
      ? ['OPERATOR_JWKS_URL: replaces OPERATOR_JWKS, not both']
      : []),
    ...(isProduction && keysOf(env['OPERATOR_JWKS']).some((key) => 'd' in key || 'k' in key)
      ? ['OPERATOR_JWKS: holds a private or shared key; only public keys belong here']
      : []),
    ...(isProduction && isPlainHttp(env['OPERATOR_JWKS_URL'])
      ? ['OPERATOR_JWKS_URL: keys must come over https in production']
      : []),
    ...(isProduction && isPlainHttp(env['PROVIDER_BASE_URL'])
      ? ['PROVIDER_BASE_URL: the provider must be reached over https in production']
      : []),
  ];
}

const isPlainHttp = (url: unknown): boolean => typeof url === 'string' && !/^https:/i.test(url);

const keysOf = (jwks: unknown): JsonWebKeySet['keys'] => (jwks as JsonWebKeySet | undefined)?.keys ?? [];
