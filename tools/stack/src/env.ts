/** Servers that already run elsewhere, as the environment names them; each one named here is not started. */
export type StackEnv = { readonly databaseUrl?: string; readonly redisUrl?: string };

/** Reads DATABASE_URL and REDIS_URL; an empty value counts as not set. */
export function readStackEnv(): StackEnv {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
  return { ...(databaseUrl ? { databaseUrl } : {}), ...(redisUrl ? { redisUrl } : {}) };
}

/** Where the programs of another Postgres than the one from npm lie, such as /usr/lib/postgresql/15/bin; undefined unless POSTGRES_BIN says so. */
export function postgresBin(): string | undefined {
  return process.env['POSTGRES_BIN'] || undefined;
}
