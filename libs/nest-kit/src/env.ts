import { z } from 'zod';
import { isKeyId } from './actor.js';
import { roles } from './roles.js';
import { placeholders, weakSecrets } from './weak-secrets.js';

/** Text that must be JSON of the given shape. Its message never repeats the text: it may hold a secret. */
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

/** An API key as it is configured: only its hash, so that a leaked environment opens nothing. */
const ApiKey = z.object({
  id: z.string().max(64).refine(isKeyId, 'is no id of a key: letters, digits, . _ - and @, and no name of the system'),
  /** Hex of the SHA-256 of the key. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  roles: z.array(z.enum(roles)).min(1),
});
export type ApiKey = z.output<typeof ApiKey>;

const JsonWebKeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });
export type JsonWebKeySet = z.output<typeof JsonWebKeySet>;

/** What every app reads. An app extends it with its own names: `baseEnv.extend({ DATABASE_URL: z.url() })`. */
export const baseEnv = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** What this process does: answer requests, work off jobs, or both. */
  ROLE: z.enum(['http', 'worker', 'all']).default('all'),
  API_KEYS: json(z.array(ApiKey)),
  /** Public keys of whoever signs operators' tokens. Without them no operator token is accepted. */
  OPERATOR_JWKS: json(JsonWebKeySet).optional(),
  /** Where those keys are published instead; fetched when needed and kept for ten minutes. */
  OPERATOR_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPERATOR_ISSUER: z.string().min(1).optional(),
  /** What a token's `aud` must name. */
  OPERATOR_AUDIENCE: z.string().min(1).optional(),
  /** The claim that is the same whatever a person logs in with: by it people are told apart when two of them are needed. */
  OPERATOR_IDENTITY_CLAIM: z.string().min(1).default('sub'),
  /** `claim=value` that marks an access token of this issuer; without it the token's header must say `typ: at+jwt`. */
  OPERATOR_TOKEN_PURPOSE: z
    .string()
    .regex(/^[^\s=]+=\S+$/, 'must be claim=value')
    .transform((text) => ({ claim: text.slice(0, text.indexOf('=')), value: text.slice(text.indexOf('=') + 1) }))
    .optional(),
  /** A token that lives longer than this from `iat` to `exp` is refused. */
  OPERATOR_TOKEN_HOURS: z.coerce.number().int().min(1).max(24).default(12),
  /** Follow the clock a rehearsal sets, instead of the system's. */
  CONTROLLED_CLOCK: z.stringbool().default(false),
  /** Rehearsals only: whoever started this process may make it fail at chosen places. */
  FAILPOINTS: z.stringbool().default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
});
export type BaseEnv = z.output<typeof baseEnv>;

/** The environment does not fit. The message names every variable at once and no value. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
  constructor(problems: readonly string[]) {
    super(`The environment does not fit:\n${problems.map((p) => `  ${p}`).join('\n')}`);
    // Where it was thrown helps nobody; what to change does.
    this.stack = this.message;
  }
}

/** Reads the environment once, at the start of a process. Throws EnvironmentError with every problem found. */
export function parseEnv<S extends z.ZodObject>(
  schema: S,
  source: Readonly<Record<string, string | undefined>> = process.env,
): z.output<S> {
  // Compose files and shells write "not set" as an empty text.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  const own = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, given[name]]));
  const problems = [
    ...placeholders(own),
    ...(given['NODE_ENV'] === 'production' ? weakSecrets(own) : []),
    ...(parsed.success
      ? unsafe(parsed.data)
      : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${explain(issue, given)}`)),
  ];
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems);
  return parsed.data;
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

/** What tracing must know before the app's own environment is parsed. */
export function tracingEnv(): { endpoint: string | undefined; serviceName: string | undefined } {
  return {
    endpoint: process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
    serviceName: process.env['OTEL_SERVICE_NAME'] || undefined,
  };
}
