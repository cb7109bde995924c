import { databaseLogins, roleOf, type DatabaseLogin } from './logins.js';
import { grants } from './grants.js';
import { quoted } from './grant-statements.js';

/** The two databases of an installation, and the prefix of their roles. */
export type Installation = Readonly<{ prefix: string; database: string; sandboxDatabase: string }>;

/** The schemas of the platform. */
export const platformSchemas: readonly string[] = [
  ...new Set(
    Object.values(grants).flatMap(({ tables }) => Object.keys(tables).map((name) => name.split('.')[0] ?? '')),
  ),
].filter((schema) => schema !== 'public');

/** SQL that creates a role whose only right is to log in, unless the role exists. Safe when two processes run it at once. */
export const roleStatement = (role: string): string => `do $$ begin
  create role ${quoted(role)} login;
exception when duplicate_object or unique_violation then null;
end $$`;

/** The owner of each database. The sandbox owns its database: it migrates by itself, and is reset as a whole. */
export const ownersOf = ({ prefix, database, sandboxDatabase }: Installation) =>
  [
    { login: 'migrations', database, owner: roleOf(prefix, 'migrations'), schemas: platformSchemas },
    {
      login: 'provider-sandbox',
      database: sandboxDatabase,
      owner: roleOf(prefix, 'provider-sandbox'),
      schemas: ['public'],
    },
  ] as const;

/** SQL that lets only the owner connect; applyGrants later allows the services. */
export const databaseStatements = (database: string, owner: string): string[] => [
  `alter database ${quoted(database)} owner to ${quoted(owner)}`,
  `revoke all on database ${quoted(database)} from public`,
];

/** For databases of an older version, or of a Postgres before 15: SQL that forbids everyone to create tables in `public`. */
export const publicSchemaStatements: readonly string[] = [
  `do $$ begin
  if (select nspowner <> 'pg_database_owner'::regrole from pg_namespace where nspname = 'public') then
    alter schema public owner to pg_database_owner;
  end if;
end $$`,
  'revoke create on schema public from public',
];

/**
 * SQL that selects the statements which make `owner` the owner of everything in these schemas. Indexes and sequences follow
 * their tables.
 */
export function handOver(owner: string, schemas: readonly string[]): string {
  const list = schemas.map((schema) => `'${schema}'`).join(', ');
  const to = `owner to ${quoted(owner)}`;
  return `select format('alter %s %s ${to}', kind, name) from (
  select 1 as step, 'schema' as kind, quote_ident(nspname) as name from pg_namespace where nspname in (${list}) and nspname <> 'public'
  union all
  select 2, 'table', c.oid::regclass::text from pg_class c
   where c.relkind in ('r', 'p', 'v', 'm') and (c.relnamespace::regnamespace::text in (${list}) or c.oid = to_regclass('public.schema_migration'))
  union all
  select 3, 'routine', oid::regprocedure::text from pg_proc where pronamespace::regnamespace::text in (${list})
  union all
  select 4, 'domain', oid::regtype::text from pg_type where typtype = 'd' and typnamespace::regnamespace::text in (${list})
) things order by step, name`;
}

/** The same set-up as a psql script for administrators. Passwords are set afterwards, with \`\\password\`. */
export function setUpScript(installation: Installation): string {
  const roles = databaseLogins.map((login: DatabaseLogin) => roleOf(installation.prefix, login));
  const lines = [
    '-- The roles and databases of Jeongsan, for psql and an administrator of the server. Repeating it changes nothing.',
    '-- psql --set ON_ERROR_STOP=1 --file deploy/roles.sql postgres://admin@server/postgres',
    '-- Then give each role its password (\\password <role>) and run the migrations: docs/operations/servers.md.',
    '-- An administrator that is no superuser needs this first: grant <owner> to current_user.',
    ...roles.map((role) => `${roleStatement(role)};`),
  ];
  for (const { database, owner, schemas } of ownersOf(installation)) {
    lines.push(
      '',
      `select 'create database ${quoted(database)}' where not exists (select from pg_database where datname = '${database}') \\gexec`,
      ...databaseStatements(database, owner).map((statement) => `${statement};`),
      `\\connect ${quoted(database)}`,
      ...publicSchemaStatements.map((statement) => `${statement};`),
      `${handOver(owner, schemas)} \\gexec`,
    );
  }
  return `${lines.join('\n')}\n`;
}
