import type { Executor } from '@jeongsan/sql';

/**
 * Rights of this connection's login that no service needs, its own or those of a role that it can become: to change rights, to
 * bypass them, or to own tables. With such a login, one security hole in a service is enough to rewrite the ledger.
 */
export async function excessPowers(db: Executor): Promise<string[]> {
  const rows = await db.query<{ power: string }[]>(
    `with login as (
       select oid, rolsuper from pg_roles where rolname = session_user
     ), becomes as (
       -- A superuser counts as a member of every role: what those own says nothing about it.
       select r.* from pg_roles r, login l where r.oid = l.oid or (not l.rolsuper and pg_has_role(l.oid, r.oid, 'member'))
     )
     select rolname || ' ' || found.power as power
       from becomes b cross join lateral (values
         ('is a superuser',                       rolsuper),
         ('may create roles',                     rolcreaterole and not rolsuper),
         ('may replicate the server',             rolreplication and not rolsuper),
         ('passes row security by',               rolbypassrls and not rolsuper),
         ('owns the database',                    exists (select from pg_database where datname = current_database() and datdba = b.oid)),
         ('owns tables, and may drop triggers',   exists (select from pg_class c where c.relowner = b.oid and c.relkind in ('r', 'p')
                                                            and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'))
       ) as found(power, is_so)
      where found.is_so order by 1`,
  );
  return rows.map(({ power }) => power);
}
