import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  applyGrants,
  connectDatabase,
  databaseLogins,
  databaseServices,
  excessPowers,
  missingMigrations,
  postLedger,
  roleOf,
  setUpDatabases,
  urlAs,
  type DatabaseLogin,
  type SetUp,
} from '@jeongsan/database';
import { chart } from '@jeongsan/ledger';
import { won } from '@jeongsan/money';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { postgresServerUrl } from './env.js';
import { testDatabase } from './index.js';

jest.setTimeout(60_000);

const NOT_ALLOWED = '42501';
const server = postgresServerUrl();

type Installed = SetUp & { passwords: Record<DatabaseLogin, string> };

function installation(name = `roles_${randomBytes(4).toString('hex')}`): Installed {
  const passwords = Object.fromEntries(databaseLogins.map((login) => [login, randomBytes(12).toString('hex')]));
  return {
    ...{ prefix: name, database: name, sandboxDatabase: `${name}_sandbox` },
    passwords: passwords as Record<DatabaseLogin, string>,
  };
}

const ours = installation();

function urlOf(login: DatabaseLogin, database = ours.database): string {
  const url = new URL(urlAs(server, roleOf(ours.prefix, login), ours.passwords[login]));
  url.pathname = `/${database}`;
  return url.toString();
}

/** The SQLSTATE with which Postgres refuses a statement; undefined: not refused. All effects are rolled back. */
async function refusal(url: string, sql: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('begin');
    await client.query(sql);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end();
  }
}

async function asOwner<T>(work: (db: DataSource) => Promise<T>, setUp = ours): Promise<T> {
  const url = new URL(urlAs(server, roleOf(setUp.prefix, 'migrations'), setUp.passwords.migrations));
  url.pathname = `/${setUp.database}`;
  const db = await connectDatabase({ url: url.toString(), poolSize: 2, applicationName: 'roles' });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const dropRoles = ({ prefix }: SetUp): string[] =>
  databaseLogins.map((login) => `drop role if exists ${roleOf(prefix, login)}`);

/** The command that the image runs for this `APP`. */
const entrypoint = (app: string, env: Record<string, string>) =>
  spawnSync(process.execPath, [join(__dirname, '../../../deploy/entrypoint.mjs')], {
    env: { PATH: '/usr/bin:/bin', APP: app, ...env },
    encoding: 'utf8',
  });

/** The passwords by the names of their environment variables. */
const passwordsInEnv = Object.fromEntries(
  databaseLogins.map((login) => [
    `${login.toUpperCase().replaceAll('-', '_')}_DATABASE_PASSWORD`,
    ours.passwords[login],
  ]),
);
const setUpEnv = { ADMIN_DATABASE_URL: server, DATABASE_NAME: ours.database, ...passwordsInEnv };

beforeAll(() => {
  const setUp = entrypoint('set-up-database', setUpEnv);
  const migrated = entrypoint('migrate', { DATABASE_URL: urlOf('migrations') });
  expect([setUp, migrated].map(({ status, stderr }) => ({ status, stderr }))).toEqual(
    [0, 0].map((status) => ({ status, stderr: '' })),
  );
});
afterAll(() => onServer(`drop database ${ours.database}`, `drop database ${ours.sandboxDatabase}`, ...dropRoles(ours)));

test('the migrations are run by a role that owns the database and has no other power', async () => {
  const { missing, powers, foreign } = await asOwner(async (db) => ({
    missing: await missingMigrations(db),
    powers: await db.query<unknown[]>(
      `select from pg_roles where rolname = current_user and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls)`,
    ),
    foreign: await db.query<unknown[]>(
      `select relname from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
          and relowner <> current_user::regrole`,
    ),
  }));
  expect({ missing, powers, foreign }).toEqual({ missing: [], powers: [], foreign: [] });
});

const migrations = roleOf(ours.prefix, 'migrations');
// prettier-ignore
const attacks: [string, string][] = [
  ['changes an entry',                 `update ledger.entry set amount = amount + 1`],
  ['deletes entries',                  `delete from ledger.entry`],
  ['truncates entries',                `truncate ledger.entry`],
  ['adds a lone entry',                `insert into ledger.entry (posting_id, account_code, currency, amount, effective_at) values (1, 'x', 'KRW', 1, now())`],
  ['changes a posting',                `update ledger.posting set key = 'x'`],
  ['deletes postings',                 `delete from ledger.posting`],
  ['truncates postings',               `truncate ledger.posting`],
  ['moves a balance by hand',          `update ledger.account set balance = -1000000`],
  ['changes a seal',                   `update ledger.seal set hash = 'x'`],
  ['switches triggers off',            `set session_replication_role = replica`],
  ['disables the triggers of a table', `alter table ledger.entry disable trigger all`],
  ['drops a trigger',                  `drop trigger append_only on ledger.entry`],
  ['replaces a function',              `create or replace function ledger.refuse_change() returns trigger language plpgsql as 'begin return new; end'`],
  ['drops a function',                 `drop function ledger.refuse_change() cascade`],
  ['creates a table of the ledger',    `create table ledger.mine ()`],
  ['creates a table in public',        `create table public.mine ()`],
  ['creates a temporary table',        `create temp table mine ()`],
  ['creates a schema',                 `create schema mine`],
  ['creates a role',                   `create role mine`],
  ['becomes the owner',                `set role ${migrations}`],
  ['becomes the owner by session',     `set session authorization ${migrations}`],
  ["sets the owner's password",        `alter role ${migrations} password 'mine'`],
  ['runs a program',                   `copy (select 1) to program 'true'`],
  ['reads a file of the server',       `select pg_read_file('PG_VERSION')`],
  ['writes a file of the server',      `copy (select 1) to '/tmp/mine'`],
  ['sets the clock',                   `update messaging.clock set reads = now()`],
  ['rewrites an event',                `update messaging.event set data = '{}'`],
  ['truncates the outbox',             `truncate messaging.outbox`],
  ['forgets a migration',              `delete from public.schema_migration`],
  ['changes the database',             `alter database ${ours.database} set synchronous_commit = off`],
  ['reads the passwords',              `select rolpassword from pg_authid`],
];

test.each(databaseServices)('%s is refused whatever would change the ledger or its own rights', async (service) => {
  const client = new pg.Client({ connectionString: urlOf(service) });
  await client.connect();
  const refused: Record<string, string> = {};
  for (const [attack, sql] of attacks) {
    await client.query('begin');
    refused[attack] = await client.query(sql).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    await client.query('rollback');
  }
  await client.end();
  expect(refused).toEqual(Object.fromEntries(attacks.map(([attack]) => [attack, NOT_ALLOWED])));
});

// prettier-ignore
const secrets = [
  ['seller-onboarding',  'select account_sealed from onboarding.seller'],
  ['seller-onboarding',  'select details_sealed from onboarding.seller'],
  ['seller-onboarding',  'select pending_account_sealed from onboarding.seller'],
  ['seller-onboarding',  'select * from onboarding.seller'],
  ['webhook-ingestor',   'select secret_sealed from webhooks.endpoint'],
  ['webhook-ingestor',   'select url from webhooks.endpoint'],
  ['webhook-ingestor',   'select body from webhooks.inbox'],
] as const;

test.each(secrets)('only %s may %s', async (owner, sql) => {
  for (const service of databaseServices)
    expect({ service, code: await refusal(urlOf(service), sql) }).toEqual({
      service,
      code: service === owner ? undefined : NOT_ALLOWED,
    });
});

test('no service owns anything, and none may truncate, refer to, or put a trigger on any table', async () => {
  const roles = databaseServices.map((service) => roleOf(ours.prefix, service));
  const excess = await asOwner((db) =>
    db.query<unknown[]>(
      `select r.rolname, c.oid::regclass from pg_class c cross join pg_roles r
        where r.rolname = any($1) and c.relkind in ('r', 'p', 'v') and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
          and (c.relowner = r.oid or has_table_privilege(r.oid, c.oid, 'truncate, references, trigger'))
       union all
       select r.rolname, null from pg_shdepend d join pg_roles r on r.oid = d.refobjid where r.rolname = any($1) and d.deptype = 'o'`,
      [roles],
    ),
  );
  expect(excess).toEqual([]);
});

test('the sandbox and the platform cannot connect to each other, and the sandbox owns its own database', async () => {
  expect(await refusal(urlOf('provider-sandbox'), 'select 1')).toBe(NOT_ALLOWED);
  for (const login of databaseServices)
    expect(await refusal(urlOf(login, ours.sandboxDatabase), 'select 1')).toBe(NOT_ALLOWED);
  expect(await refusal(urlOf('migrations', ours.sandboxDatabase), 'select 1')).toBe(NOT_ALLOWED);
  expect(await refusal(urlOf('provider-sandbox', ours.sandboxDatabase), 'create table mine ()')).toBeUndefined();
  const switching = 'set session_replication_role = replica';
  expect(await refusal(urlOf('provider-sandbox', ours.sandboxDatabase), switching)).toBe(NOT_ALLOWED);
});

test('whoever posts adds to the ledger without a right to write to it', async () => {
  const effectiveAt = new Date('2026-05-11T00:30:00+09:00');
  const transfers = [
    { debit: chart.providerReceivable(), credit: chart.sellerPending('s-1'), amount: won(3_000_000_000n) },
  ];
  const posting = { key: 'roles.test', template: 'payment.approved', effectiveAt, transfers };
  for (const service of ['payments-gateway', 'settlement-reconciler', 'payout-scheduler'] as const) {
    const db = await connectDatabase({ url: urlOf(service), poolSize: 1, applicationName: service });
    try {
      expect(await postLedger(db, [{ ...posting, key: service }])).toEqual([service]);
    } finally {
      await db.destroy();
    }
  }
  for (const service of ['webhook-ingestor', 'seller-onboarding'] as const)
    expect(await refusal(urlOf(service), `select ledger.open_accounts('{x}', '{KRW}', '{asset}', '{f}')`)).toBe(
      NOT_ALLOWED,
    );
});

test('rights that somebody gave by hand are taken away by the next migration, and the others stay', async () => {
  const scheduler = roleOf(ours.prefix, 'payout-scheduler');
  await asOwner(async (db) => {
    await db.query(`grant update on ledger.entry to ${scheduler}`);
    await db.query(`grant select on onboarding.seller to public`);
    await db.query(`grant connect on database ${ours.database} to public`);
    await applyGrants(db, ours.prefix);
  });
  expect(await refusal(urlOf('payout-scheduler'), 'update ledger.entry set amount = 1')).toBe(NOT_ALLOWED);
  expect(await refusal(urlOf('webhook-ingestor'), 'select * from onboarding.seller')).toBe(NOT_ALLOWED);
  expect(await refusal(urlOf('provider-sandbox'), 'select 1')).toBe(NOT_ALLOWED);
  expect(await refusal(urlOf('payout-scheduler'), 'select count(*) from ledger.entry')).toBeUndefined();
});

test('a role that is missing, or may do more than its service needs, is named', async () => {
  await asOwner(async (db) => {
    await expect(applyGrants(db, 'nobody')).rejects.toThrow(/nobody_payout_scheduler/);
    const [gateway, migrating] = [roleOf(ours.prefix, 'payments-gateway'), roleOf(ours.prefix, 'migrations')];
    await onServer(`grant ${migrating} to ${gateway}`);
    await expect(applyGrants(db, ours.prefix)).rejects.toThrow(gateway);
    await onServer(`revoke ${migrating} from ${gateway}`);
    await applyGrants(db, ours.prefix);
  });
});

const powersOf = async (url: string): Promise<string[]> => {
  const db = await connectDatabase({ url, poolSize: 1, applicationName: 'roles' });
  try {
    return await excessPowers(db);
  } finally {
    await db.destroy();
  }
};

test('the logins of services have no power beyond their service, nor has a member of such a role', async () => {
  for (const service of databaseServices) expect([service, await powersOf(urlOf(service))]).toEqual([service, []]);
  const member = `${ours.prefix}_member`;
  await onServer(`create role ${member} login password 'm' in role ${roleOf(ours.prefix, 'payout-scheduler')}`);
  const url = new URL(urlAs(server, member, 'm'));
  url.pathname = `/${ours.database}`;
  expect(await powersOf(url.toString())).toEqual([]);
  await onServer(`drop role ${member}`);
});

// prettier-ignore
test.each<[string, string]>([
  ['superuser',                      '_clerk is a superuser'],
  ['createrole',                     '_clerk may create roles'],
  ['bypassrls',                      '_clerk passes row security by'],
  ['replication',                    '_clerk may replicate the server'],
  [`noinherit in role ${migrations}`, '_migrations owns tables, and may drop triggers'],
])('a login with more is named: %s', async (powers, found) => {
  const clerk = `${ours.prefix}_clerk`;
  const connect = `connect on database ${ours.database}`;
  await onServer(`create role ${clerk} login password 'clerk' ${powers}`, `grant ${connect} to ${clerk}`);
  try {
    const url = new URL(urlAs(server, clerk, 'clerk'));
    url.pathname = `/${ours.database}`;
    expect(await powersOf(url.toString())).toContain(`${ours.prefix}${found}`);
  } finally {
    await onServer(`revoke ${connect} from ${clerk}`, `drop role ${clerk}`);
  }
});

test('no production service starts as a superuser or as the owner of the tables; its own login it takes', async () => {
  const asAdministrator = new URL(server);
  asAdministrator.pathname = `/${ours.database}`;
  // prettier-ignore
  const refused: [string, RegExp][] = [
    [asAdministrator.toString(), / is a superuser/],
    [urlOf('migrations'),        /_migrations owns tables, and may drop triggers/],
  ];
  for (const [url, sentence] of refused)
    expect(startInProduction(url)).toEqual({ status: 1, said: expect.stringMatching(sentence) as unknown });
  const ingestor = roleOf(ours.prefix, 'webhook-ingestor');
  await onServer(`alter role ${ingestor} set synchronous_commit = off`);
  const { said } = startInProduction(urlOf('webhook-ingestor'));
  await onServer(`alter role ${ingestor} reset synchronous_commit`);
  expect(said).toMatch(/forget acknowledged commits/);
});

/**
 * Starts a service as in production with this login. Every case here ends by itself, because Postgres or the login is refused.
 */
function startInProduction(databaseUrl: string) {
  const { status, stdout, stderr } = entrypoint('webhook-ingestor', {
    ...{ NODE_ENV: 'production', PORT: '0', ROLE: 'http', API_KEYS: '[]' },
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: 'redis://127.0.0.1:9' },
    PROVIDER_SECURITY_KEYS: randomBytes(32).toString('hex'),
    DATA_KEYS: randomBytes(32).toString('hex'),
  });
  return { status, said: stdout + stderr };
}

test('a database that its administrator migrated before there were roles is handed over whole', async () => {
  const earlier = await testDatabase();
  await earlier.db.destroy();
  const theirs = installation(new URL(earlier.url).pathname.slice(1));
  try {
    await setUpDatabases(server, theirs);
    // Repeats the set-up: a second start of the platform changes nothing.
    await setUpDatabases(server, theirs);
    const left = await asOwner(async (db) => {
      await applyGrants(db, theirs.prefix);
      return db.query<unknown[]>(
        `select classid::regclass, objid from pg_shdepend d where deptype = 'o' and dbid = (select oid from pg_database where datname = current_database())
            and refobjid <> current_user::regrole
         union all select 'pg_class'::regclass, oid from pg_class where relowner <> current_user::regrole and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
         union all select 'pg_proc'::regclass, oid from pg_proc where proowner <> current_user::regrole and pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
         union all select 'pg_namespace'::regclass, oid from pg_namespace where nspowner <> current_user::regrole and nspname !~ '^(pg_|information_schema|public)'`,
      );
    }, theirs);
    expect(left).toEqual([]);
  } finally {
    await earlier.drop();
    await onServer(`drop database ${theirs.sandboxDatabase}`, ...dropRoles(theirs));
  }
});

// prettier-ignore
test.each<[string, string, Record<string, string>, RegExp]>([
  ['set-up without a password',      'set-up-database', { ...setUpEnv, PAYOUT_SCHEDULER_DATABASE_PASSWORD: '' },                  /PAYOUT_SCHEDULER_DATABASE_PASSWORD is missing/],
  ['set-up with a placeholder',      'set-up-database', { ...setUpEnv, MIGRATIONS_DATABASE_PASSWORD: '<openssl rand -hex 24>' },   /MIGRATIONS_DATABASE_PASSWORD still holds the placeholder/],
  ['migrating without roles',        'migrate',         { DATABASE_URL: urlOf('migrations'), ROLE_PREFIX: 'nobody' },               /nobody_payout_scheduler/],
  ['migrating as a service',         'migrate',         { DATABASE_URL: urlOf('payout-scheduler') },                                /permission denied/],
  ['migrating with a wrong password', 'migrate',        { DATABASE_URL: urlAs(server, 'nobody', 'a-password') },                    /authentication failed/],
])('%s ends with a sentence, and no secret in it', (_, app, env, sentence) => {
  const { status, stderr } = entrypoint(app, env);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(sentence) as unknown });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  for (const secret of [...Object.values(ours.passwords), 'a-password', new URL(server).password]) expect(stderr).not.toContain(secret);
});
