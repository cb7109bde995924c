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
/** Without a password for a login, neither the login nor its database is created. */
export type SetUp = Installation & Readonly<{ passwords: Passwords }>;

/**
 * Creates the roles and databases of an installation, or updates existing ones: sets the passwords anew, and hands objects that
 * an administrator owned over to their owner. `adminUrl`: an address with an administrator's login.
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

/** Creates missing roles, and sets the passwords of all. */
export async function createRoles(server: Executor, prefix: string, passwords: Passwords): Promise<void> {
  for (const login of databaseLogins) {
    const password = passwords[login];
    if (password === undefined) continue;
    const role = roleOf(prefix, login);
    await server.query(roleStatement(role));
    await server.query(`alter role ${quoted(role)} with login password '${scramVerifier(password)}'`);
  }
}

/** The same server and database with another login. */
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

/** To hand objects over, the administrator must be a member of the new owner's role; a superuser always is. */
async function grantOwnership(server: Executor, owner: string): Promise<void> {
  const [row] = await server.query<{ can: boolean }[]>(`select pg_has_role(current_user, $1, 'usage') as can`, [owner]);
  if (!row?.can) await server.query(`grant ${quoted(owner)} to current_user`);
}

const ITERATIONS = 4096;

/**
 * The SCRAM verifier that Postgres stores for a password (RFC 5803). Sent instead of the password, so that no statement log
 * contains a password.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

async function withDatabase(url: string, work: (db: DataSource) => Promise<void>): Promise<void> {
  const db = await connectDatabase({ url, poolSize: 1, applicationName: 'set-up' });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.toString();
}
