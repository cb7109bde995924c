/** The server on which test databases are made and dropped: its role may create databases. */
export function adminDatabaseUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL must name a Postgres on which databases may be created');
  return url;
}
