import { createHash, randomBytes } from 'node:crypto';
import {
  applyGrants,
  connectDatabase,
  createRoles,
  databaseLogins,
  grants,
  migrate,
  roleOf,
  urlAs,
  type DatabaseLogin,
  type DatabaseService,
} from '@jeongsan/database';
import type { DataSource, QueryRunner } from 'typeorm';
import { postgresServerUrl } from './env.js';
import { misfitEvents } from './events-fit.js';

/** `db` and `url` have the owner's rights; a service logs in with the address from `urlOf`. */
export type TestDatabase = Readonly<{
  db: DataSource;
  url: string;
  urlOf: (service: DatabaseService) => string;
  drop: () => Promise<void>;
}>;

const TEMPLATE_LOCK = 7_370_002;
const POOL_SIZE = 20;
/** All test databases of a server share the roles, which are created with the template. */
const ROLE_PREFIX = 'jeongsan_test';
/** Files of a template are copied as they are: written into the log page by page, a database takes twice as long to make and to drop. */
const COPIED = 'strategy file_copy';

/** Creates a migrated database, cloned from a template that is built once per server and set of migrations. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await connectDatabase({ url: databaseUrl('postgres'), poolSize: 2, applicationName: 'jeongsan-test' });
  const name = `test_${randomBytes(8).toString('hex')}`;
  try {
    const template = await ensureTemplate(server);
    await server.query(`create database ${name} template ${template} ${COPIED}`);
  } finally {
    await server.destroy();
  }
  const url = databaseUrl(name);
  const db = await connectDatabase({ url, poolSize: POOL_SIZE, applicationName: 'jeongsan-test' });
  const database = opened(db, url);
  return { ...database, drop: () => dropWithFitEvents(database) };
}

/** Drops the database. Throws afterwards if an event in it does not fit its published schema. */
async function dropWithFitEvents({ db, drop: dropIt }: TestDatabase): Promise<void> {
  const misfits = db.isInitialized ? await misfitEvents(db) : [];
  await dropIt();
  if (misfits.length > 0) throw new Error(`Events do not fit their schemas:\n${misfits.slice(0, 5).join('\n')}`);
}

/** Creates an empty database, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer((server) => server.query(`create database ${name} ${COPIED}`));
  const url = databaseUrl(name);
  const db = await connectDatabase({ url, poolSize: POOL_SIZE, applicationName: 'jeongsan-test' });
  return opened(db, url);
}

/** A backup: clones the database in its present state. No other connection may be open meanwhile. */
export async function backupOf({ db, url }: TestDatabase): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await db.destroy();
  await onServer((server) =>
    server.query(`create database ${name} template ${new URL(url).pathname.slice(1)} ${COPIED}`),
  );
  await db.initialize();
  const copy = await connectDatabase({ url: databaseUrl(name), poolSize: POOL_SIZE, applicationName: 'jeongsan-test' });
  return opened(copy, databaseUrl(name));
}

const opened = (db: DataSource, url: string): TestDatabase => ({
  db,
  url,
  urlOf: (service) => urlAs(url, roleOf(ROLE_PREFIX, service), passwordOf(service)),
  drop: () => drop(db, new URL(url).pathname.slice(1)),
});

/** The roles' password: the same in every process of a run, and derived from the administrator's. */
const passwordOf = (login: DatabaseLogin): string =>
  createHash('sha256').update(`${login} ${postgresServerUrl()}`).digest('hex');

async function drop(db: DataSource, name: string): Promise<void> {
  if (db.isInitialized) await db.destroy();
  await onServer((server) => server.query(`drop database ${name} with (force)`));
}

async function onServer(work: (server: DataSource) => Promise<unknown>): Promise<void> {
  const server = await connectDatabase({ url: databaseUrl('postgres'), poolSize: 1, applicationName: 'jeongsan-test' });
  try {
    await work(server);
  } finally {
    await server.destroy();
  }
}

/** All test files start together and need the template: one process builds it, the others wait for the lock. */
async function ensureTemplate(server: DataSource): Promise<string> {
  const template = `template_${await migrationsHash(server)}`;
  const guard = server.createQueryRunner();
  await guard.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const existing = (await guard.query('select from pg_database where datname = $1', [
      template,
    ])) as unknown as unknown[];
    if (existing.length === 0) await buildTemplate(guard, template);
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    await guard.release();
  }
  return template;
}

async function buildTemplate(guard: QueryRunner, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await guard.query(`drop database if exists ${draft} with (force)`);
  await guard.query(`create database ${draft}`);
  const db = await connectDatabase({ url: databaseUrl(draft), poolSize: 2, applicationName: 'jeongsan-test' });
  try {
    await migrate(db);
    const passwords = Object.fromEntries(databaseLogins.map((login) => [login, passwordOf(login)]));
    await createRoles(db, ROLE_PREFIX, passwords);
    await applyGrants(db, ROLE_PREFIX);
  } finally {
    await db.destroy();
  }
  // The template is renamed when it is complete: a build that died half-way must never be cloned.
  await guard.query(`alter database ${draft} rename to ${template}`);
}

/**
 * The template's name depends on the names and texts of the migrations and on the grants: edited ones give another template.
 */
async function migrationsHash(server: DataSource): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(grants));
  for (const migration of server.migrations) {
    hash.update(migration.name ?? '');
    const recorder = { query: async (sql: string) => void hash.update(sql) };
    await migration.up(recorder as unknown as QueryRunner);
  }
  return hash.digest('hex').slice(0, 16);
}

function databaseUrl(name: string): string {
  const url = new URL(postgresServerUrl());
  url.pathname = `/${name}`;
  return url.toString();
}
