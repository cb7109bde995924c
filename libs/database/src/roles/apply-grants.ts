import type { DataSource } from 'typeorm';
import { lockUntilCommit } from '../advisory-locks.js';
import type { Executor } from '@jeongsan/sql';
import { transaction } from '../transaction.js';
import { grantStatements, quoted, type Catalog } from './grant-statements.js';
import { grants } from './grants.js';
import { databaseServices, roleOf } from './logins.js';

/**
 * Thrown when roles of the services are missing or have rights beyond `grants.ts`. The message names the roles and the remedy.
 */
export class RolesUnfit extends Error {
  override name = 'RolesUnfit';
}

const SCHEMAS = `select nspname as schema from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by 1`;
const TABLES = `
  select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
   where c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
     and (n.nspname = any($1) or c.oid = to_regclass('public.schema_migration'))
   group by 1 order by 1`;
const FUNCTIONS = `
  select n.nspname || '.' || p.proname as name, array_agg(p.oid::regprocedure::text order by p.oid) as forms
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any($1) group by 1 order by 1`;

/**
 * Grants each service exactly the rights in `grants.ts` and revokes all others, in one transaction: running services lose no
 * right that they keep. Run after migrating, as the owner of the database; repeating changes nothing. Throws RolesUnfit when a
 * role is missing or has rights beyond the table.
 */
export async function applyGrants(db: DataSource, prefix: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockUntilCommit(tx, 'granting');
    await assertFit(tx, prefix);
    await closeDatabase(tx, prefix);
    await tx.query(grantStatements(await readCatalog(tx), grants, prefix).join(';\n'));
  });
}

async function assertFit(tx: Executor, prefix: string): Promise<void> {
  const wanted = databaseServices.map((service) => roleOf(prefix, service));
  const rows = await tx.query<{ name: string; is_powerful: boolean }[]>(
    `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
            or exists (select from pg_auth_members m where m.member = r.oid) as is_powerful
       from pg_roles r where rolname = any($1)`,
    [wanted],
  );
  const found = new Set(rows.map(({ name }) => name));
  const missing = wanted.filter((name) => !found.has(name));
  if (missing.length > 0)
    throw new RolesUnfit(`Create these roles first (docs/operations/servers.md): ${missing.join(', ')}`);
  const powerful = rows.filter((row) => row.is_powerful).map(({ name }) => name);
  if (powerful.length > 0)
    throw new RolesUnfit(
      `These roles may do more than their service needs, or are members of others: ${powerful.join(', ')}`,
    );
}

/** Only the services may connect to the database, and no role may create temporary tables. */
async function closeDatabase(tx: Executor, prefix: string): Promise<void> {
  const [row] = await tx.query<{ name: string }[]>('select current_database() as name');
  const name = quoted(row?.name ?? '');
  const services = databaseServices.map((service) => quoted(roleOf(prefix, service))).join(', ');
  await tx.query(`revoke all on database ${name} from public; grant connect on database ${name} to ${services}`);
}

async function readCatalog(tx: Executor): Promise<Catalog> {
  const schemas = (await tx.query<{ schema: string }[]>(SCHEMAS)).map(({ schema }) => schema);
  const tables = await tx.query<{ name: string; columns: string[] }[]>(TABLES, [schemas]);
  const functions = await tx.query<{ name: string; forms: string[] }[]>(FUNCTIONS, [schemas]);
  return {
    schemas,
    tables: new Map(tables.map(({ name, columns }) => [name, columns])),
    functions: new Map(functions.map(({ name, forms }) => [name, forms])),
  };
}
