import { databaseLogins, type DatabaseLogin } from './roles/logins.js';
import type { SetUp } from './roles/set-up.js';

/** A variable of the environment is missing, or nobody has filled it in. */
export class EnvironmentUnfit extends Error {
  override name = 'EnvironmentUnfit';
}

/** What `migrate` is told: the login that owns the database. */
export function migrateEnv(): Readonly<{ url: string; prefix: string }> {
  const url = required('DATABASE_URL');
  return { url, prefix: process.env['ROLE_PREFIX'] || databaseOf(url) };
}

/** What `set-up-database` is told: an administrator of the server, and a password for each login. Without one for the sandbox there is none. */
export function setUpEnv(): Readonly<{ adminUrl: string; setUp: SetUp }> {
  const database = process.env['DATABASE_NAME'] || 'jeongsan';
  const passwords = Object.fromEntries(
    databaseLogins.flatMap((login) => {
      const password = login === 'provider-sandbox' ? process.env[passwordName(login)] : required(passwordName(login));
      return password ? [[login, password]] : [];
    }),
  );
  return {
    adminUrl: required('ADMIN_DATABASE_URL'),
    setUp: {
      database,
      sandboxDatabase: `${database}_sandbox`,
      prefix: process.env['ROLE_PREFIX'] || database,
      passwords,
    },
  };
}

const passwordName = (login: DatabaseLogin): string => `${login.toUpperCase().replaceAll('-', '_')}_DATABASE_PASSWORD`;

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new EnvironmentUnfit(`${name} is missing`);
  if (/<[^<>]+>/.test(value)) throw new EnvironmentUnfit(`${name} still holds the placeholder of the example`);
  return value;
}
