import { createHmac, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { connectDatabase } from '../data-source.js';
import type { Executor } from '@jeongsan/sql';
import { quoted } from './grant-statements.js';
import { databaseLogins, roleOf, type DatabaseLogin } from './logins.js';
import {
  databaseStatements,
  handOver,
  ownersOf,
  publicSchemaStatements,
  roleStatement,
  type Installation,
} from './set-up-statements.js';

type Passwords = Readonly<Partial<Record<DatabaseLogin, string>>>;
/** A login without a password is left out, and with it the database that it would own. */
export type SetUp = Installation & Readonly<{ passwords: Passwords }>;

/**
 * Creates the roles and databases of an installation, or brings those that exist to this state: passwords are set anew, and what
 * an administrator made before there were roles is handed over to its owner. `adminUrl` is that of an administrator of the server.
 */
export async function setUpDatabases(adminUrl: string, setUp: SetUp): Promise<void> {
  const owned = ownersOf(setUp).filter(({ login }) => setUp.passwords[login] !== undefined);
  await withDatabase(adminUrl, async (server) => {
    await createRoles(server, setUp.prefix, setUp.passwords);
    for (const { database, owner } of owned) {
      await createDatabase(server, database);
      await grantOwnership(server, owner);
      for (const statement of databaseStatements(database, owner)) await server.query(statement);
    }
  });
  for (const { database, owner, schemas } of owned)
    await withDatabase(urlOf(adminUrl, database), async (db) => {
      for (const statement of publicSchemaStatements) await db.query(statement);
      const rows = await db.query<{ format: string }[]>(handOver(owner, schemas));
      for (const { format } of rows) await db.query(format);
    });
}

/** Creates the roles unless they exist, and sets their passwords. */
export async function createRoles(server: Executor, prefix: string, passwords: Passwords): Promise<void> {
  for (const login of databaseLogins) {
    const password = passwords[login];
    if (password === undefined) continue;
    const role = roleOf(prefix, login);
    await server.query(roleStatement(role));
    await server.query(`alter role ${quoted(role)} with login password '${scramVerifier(password)}'`);
  }
}

/** The same server and database, for another login. */
export function urlAs(url: string, role: string, password: string): string {
  const other = new URL(url);
  other.username = role;
  other.password = encodeURIComponent(password);
  return other.toString();
}

async function createDatabase(server: Executor, name: string): Promise<void> {
  const found = await server.query<unknown[]>('select from pg_database where datname = $1', [name]);
  if (found.length === 0) await server.query(`create database ${quoted(name)} template template0 encoding 'UTF8'`);
}

/** Whoever hands something over must be able to act as its new owner; a superuser always is. */
async function grantOwnership(server: Executor, owner: string): Promise<void> {
  const [row] = await server.query<{ can: boolean }[]>(`select pg_has_role(current_user, $1, 'usage') as can`, [owner]);
  if (!row?.can) await server.query(`grant ${quoted(owner)} to current_user`);
}

const ITERATIONS = 4096;

/** What Postgres keeps of a password (RFC 5803). Sent instead of it, so that no log of statements holds a password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

async function withDatabase(url: string, work: (db: DataSource) => Promise<void>): Promise<void> {
  const db = await connectDatabase({ url, poolSize: 1, applicationName: 'set-up' });
  await work(db).finally(() => db.destroy());
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.toString();
}
