/** Servers that the environment names: a named server is used instead of starting one. */
export type StackEnv = { readonly databaseUrl?: string; readonly redisUrl?: string };

/** Reads DATABASE_URL and REDIS_URL; an empty value counts as not set. */
export function readStackEnv(): StackEnv {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
  return { ...(databaseUrl ? { databaseUrl } : {}), ...(redisUrl ? { redisUrl } : {}) };
}

/**
 * The folder with the programs of another Postgres than npm's, such as /usr/lib/postgresql/15/bin; undefined without
 * POSTGRES_BIN.
 */
export function postgresBin(): string | undefined {
  return process.env['POSTGRES_BIN'] || undefined;
}
