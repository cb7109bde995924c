/** A Postgres that runs elsewhere, for the sandbox alone; an empty value counts as not set. */
export function databaseUrlFromEnv(): string | undefined {
  return process.env['DATABASE_URL'] || undefined;
}
