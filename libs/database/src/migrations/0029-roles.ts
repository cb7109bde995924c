import { sqlMigration } from '../sql-migration.js';

/**
 * Services may not write to the ledger's tables: they call functions that run with the owner's rights. Such a function looks up
 * names in pg_catalog only, so a caller cannot substitute a table of its own.
 */
export const Roles0029 = sqlMigration(
  'Roles',
  29,
  `
alter function ledger.open_accounts(text[], text[], text[], boolean[]) security definer set search_path = pg_catalog, pg_temp;
alter function ledger.lock_balances(text[], text) security definer set search_path = pg_catalog, pg_temp;
alter function ledger.post_one(text, text, text, timestamptz, text[], text[], text[], boolean[], int[], bigint[])
  security definer set search_path = pg_catalog, pg_temp;
alter function ledger.post(text[], text[], text[], timestamptz[], text[], text[], text[], boolean[], int[], int[], bigint[])
  security definer set search_path = pg_catalog, pg_temp;
-- Until Postgres 18 a deferred trigger runs with the rights of whoever commits.
alter function ledger.check_balanced() security definer set search_path = pg_catalog, pg_temp;

-- Locks guarded accounts until the transaction ends and returns how many there are. A lock takes the right to update.
create function ledger.lock_accounts(codes text[], p_currency text) returns int language sql
  security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from (
    select from ledger.account a where a.code = any(codes) and a.currency = p_currency and a.guarded order by a.code for update
  ) locked
$$;

-- ANALYZE takes the right to maintain a table, which would also let a service lock or rebuild it.
create function reconciliation.analyze_night() returns void language sql
  security definer set search_path = pg_catalog, pg_temp as $$
  analyze reconciliation.transaction, reconciliation.settlement
$$;
create function reconciliation.analyze_breaks() returns void language sql
  security definer set search_path = pg_catalog, pg_temp as $$
  analyze reconciliation.break
$$;
`,
);
