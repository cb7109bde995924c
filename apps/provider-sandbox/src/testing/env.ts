/** The server on which test databases are made and dropped: its role may create databases. */
export function adminDatabaseUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL must name a Postgres on which databases may be created');
  return url;
}

/** The seed of generated requests: another one each time, unless FUZZ_SEED repeats one. */
export const fuzzSeed = (): number => Number.parseInt(process.env['FUZZ_SEED'] ?? String(Date.now() % 1_000_000), 10);
