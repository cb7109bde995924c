import { fromFiles } from '@jeongsan/settings';
import { databaseLogins, type DatabaseLogin } from './roles/logins.js';
import type { SetUp } from './roles/set-up.js';

/** Thrown when a variable of the environment is missing, still holds a placeholder, or names a file that cannot be read. */
export class EnvironmentUnfit extends Error {
  override name = 'EnvironmentUnfit';
}

/** Settings of `migrate`: the database's address with the owner's login, and the prefix of the roles. */
export function migrateEnv(): Readonly<{ url: string; prefix: string }> {
  const url = required('DATABASE_URL');
  return { url, prefix: process.env['ROLE_PREFIX'] || databaseOf(url) };
}

/**
 * Settings of `set-up-database`: the address with an administrator's login, and a password for each login. Without a password
 * for the sandbox, no sandbox database is created.
 */
export function setUpEnv(): Readonly<{ adminUrl: string; setUp: SetUp }> {
  const database = process.env['DATABASE_NAME'] || 'jeongsan';
  const passwords = Object.fromEntries(
    databaseLogins.flatMap((login) => {
      const password = login === 'provider-sandbox' ? optional(passwordName(login)) : required(passwordName(login));
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
  const value = optional(name);
  if (value === undefined) throw new EnvironmentUnfit(`${name} is missing`);
  return value;
}

/** A secret, or the content of the file that `<name>_FILE` names. */
function optional(name: string): string | undefined {
  const {
    values: { [name]: value },
    problems: [problem],
  } = fromFiles([name], process.env);
  if (problem !== undefined) throw new EnvironmentUnfit(problem);
  if (value !== undefined && /<[^<>]+>/.test(value))
    throw new EnvironmentUnfit(`${name} still holds the placeholder of the example`);
  return value;
}
