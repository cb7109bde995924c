import { randomBytes } from 'node:crypto';
import {
  applyGrants,
  connectDatabase,
  databaseLogins,
  migrate,
  roleOf,
  setUpDatabases,
  urlAs,
  type DatabaseLogin,
} from '@jeongsan/database';
import type { Servers } from '@jeongsan/stack';

/** The two databases of a platform, and the logins of its programs. */
export type PlatformDatabases = Readonly<{
  /** Database address with password, by login. Passwords are new at every start. */
  urls: Readonly<Record<DatabaseLogin, string>>;
  /** The platform's database with an administrator's login. */
  databaseUrl: string;
  sandboxDatabaseUrl: string;
}>;

/** The provider's database, and the address with the sandbox's login. */
export async function openSandboxDatabase(
  servers: Pick<Servers, 'adminUrl' | 'createDatabase'>,
  sandboxDatabase: string,
  { fresh }: { fresh: boolean },
): Promise<string> {
  const url = await servers.createDatabase(sandboxDatabase, { recreate: fresh });
  const [prefix, password] = [sandboxDatabase, newPassword()];
  const passwords = { 'provider-sandbox': password };
  await setUpDatabases(servers.adminUrl, { prefix, database: '', sandboxDatabase, passwords });
  return urlAs(url, roleOf(prefix, 'provider-sandbox'), password);
}

/** Creates missing databases and roles, and updates schema and rights. `fresh`: deletes all data first. */
export async function openPlatformDatabases(
  servers: Pick<Servers, 'adminUrl' | 'createDatabase'>,
  database: string,
  { fresh }: { fresh: boolean },
): Promise<PlatformDatabases> {
  const sandboxDatabase = `${database}_sandbox`;
  const [databaseUrl, sandboxDatabaseUrl] = await Promise.all([
    servers.createDatabase(database, { recreate: fresh }),
    servers.createDatabase(sandboxDatabase, { recreate: fresh }),
  ]);
  const passwords = byLogin(newPassword);
  await setUpDatabases(servers.adminUrl, { prefix: database, database, sandboxDatabase, passwords });
  const urls = byLogin((login) =>
    urlAs(login === 'provider-sandbox' ? sandboxDatabaseUrl : databaseUrl, roleOf(database, login), passwords[login]),
  );
  const db = await connectDatabase({ url: urls.migrations, poolSize: 2, applicationName: 'migrate' });
  try {
    await migrate(db);
    await applyGrants(db, database);
  } finally {
    await db.destroy();
  }
  return { urls, databaseUrl, sandboxDatabaseUrl };
}

const newPassword = (): string => randomBytes(18).toString('base64url');

const byLogin = <T>(of: (login: DatabaseLogin) => T): Record<DatabaseLogin, T> =>
  Object.fromEntries(databaseLogins.map((login) => [login, of(login)])) as Record<DatabaseLogin, T>;
