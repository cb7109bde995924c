import type { Executor } from '@jeongsan/sql';

export type MonthRow = Readonly<{
  /** YYYY-MM */
  month: string;
  state: 'OPEN' | 'SEALED' | 'DETACHED' | 'DROPPED';
  exported: boolean;
  /** Rows and bytes of an open month are estimates of Postgres. */
  entries: bigint;
  bytes: bigint;
}>;

/** All months that have a table or are sealed, oldest first. */
export function listMonths(db: Executor): Promise<MonthRow[]> {
  return db.query<MonthRow[]>(
    `select to_char(month, 'YYYY-MM') as month,
            case when m.month is null then 'OPEN' when m.detached_at is null then 'SEALED' when t.oid is null then 'DROPPED' else 'DETACHED' end as state,
            m.exported_at is not null as exported, coalesce(m.entries, greatest(t.reltuples, 0)::bigint) as entries,
            coalesce(pg_total_relation_size(t.oid), 0) as bytes
       from (select oid, reltuples, to_date(right(relname, 7), 'YYYY_MM') as month from pg_class
              where relnamespace = 'ledger'::regnamespace and relkind = 'r' and relname ~ '^entry_[0-9]{4}_[0-9]{2}$') t
       full join ledger.month m using (month) order by month`,
  );
}
