import { sqlMigration } from '../sql-migration.js';

/**
 * Pages of the ledger: entries of accounts and postings of a time, month by month and inside a month in the order of booking. A
 * page reads the months from its cursor on until it is full, each by one index.
 */
export const LedgerPages0061 = sqlMigration(
  'LedgerPages',
  61,
  `
-- The months that have entries here, or a table for them.
create view ledger.attached_month as
select to_date(right(c.relname, 7), 'YYYY_MM') as month
  from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
 where i.inhparent = 'ledger.entry'::regclass and c.relname ~ '^entry_[0-9]{4}_[0-9]{2}$'
union
select ledger.month_of(effective_at) from ledger.entry_rest;

-- Entries after (p_month, p_id). Null as cursor: from p_from on.
create function ledger.account_page(p_codes text[], p_currency text, p_from timestamptz, p_until timestamptz, p_month date, p_id bigint, p_limit int)
  returns table (id bigint, posting_id bigint, account_code text, currency char(3), amount bigint, effective_at timestamptz)
  language plpgsql stable as $$
declare
  due   date;
  since timestamptz;
  until timestamptz;
  after bigint;
  more  int := p_limit;
  found_rows int;
begin
  for due in select m.month from ledger.attached_month m
              where m.month >= greatest(ledger.month_of(p_from), p_month) and ledger.month_start(m.month) < p_until order by 1
  loop
    since := greatest(p_from, ledger.month_start(due));
    until := least(p_until, ledger.month_start(ledger.next_month(due)));
    after := case when due = p_month then p_id else 0 end;
    return query
      select e.id, e.posting_id, e.account_code, e.currency, e.amount, e.effective_at
        from unnest(p_codes) as c(code)
       cross join lateral (
         select * from ledger.entry e
          where e.account_code = c.code and e.currency = p_currency and e.id > after and e.effective_at >= since and e.effective_at < until
          order by e.id limit more) e
       order by e.id limit more;
    get diagnostics found_rows = row_count;
    more := more - found_rows;
    exit when more <= 0;
  end loop;
end $$;

-- Postings with entries after (p_month, p_posting). Null as cursor: from p_from on.
create function ledger.journal_page(p_from timestamptz, p_until timestamptz, p_month date, p_posting bigint, p_limit int)
  returns setof bigint language plpgsql stable as $$
declare
  due   date;
  since timestamptz;
  until timestamptz;
  after bigint;
  more  int := p_limit;
  found_rows int;
begin
  for due in select m.month from ledger.attached_month m
              where m.month >= greatest(ledger.month_of(p_from), p_month) and ledger.month_start(m.month) < p_until order by 1
  loop
    since := greatest(p_from, ledger.month_start(due));
    until := least(p_until, ledger.month_start(ledger.next_month(due)));
    after := case when due = p_month then p_posting else 0 end;
    return query
      select distinct e.posting_id from ledger.entry e
       where e.posting_id > after and e.effective_at >= since and e.effective_at < until
       order by e.posting_id limit more;
    get diagnostics found_rows = row_count;
    more := more - found_rows;
    exit when more <= 0;
  end loop;
end $$;

-- An account's balance before the entry p_id, in the order of the pages: the month's beginning, and the month's entries before it.
create function ledger.balance_before(p_code text, p_currency text, p_at timestamptz, p_id bigint) returns bigint
  language plpgsql stable as $$
declare
  since timestamptz := ledger.month_start(ledger.month_of(p_at));
  until timestamptz := ledger.month_start(ledger.next_month(ledger.month_of(p_at)));
begin
  return ledger.balance_at(p_code, p_currency, since - interval '1 microsecond')
       + coalesce((select sum(e.amount) from ledger.entry e
                    where e.account_code = p_code and e.currency = p_currency and e.id < p_id
                      and e.effective_at >= since and e.effective_at < until), 0);
end $$;
`,
);
