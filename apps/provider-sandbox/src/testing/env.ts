/** The database server of the tests; its role must be able to create databases. */
export function adminDatabaseUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL must name a Postgres on which databases may be created');
  return url;
}

/** The seed of random requests: a new one each time, unless FUZZ_SEED names one. */
export const fuzzSeed = (): number => Number.parseInt(process.env['FUZZ_SEED'] ?? String(Date.now() % 1_000_000), 10);
