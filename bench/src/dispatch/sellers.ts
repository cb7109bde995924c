import { migrated, withClient } from '../harness/bench-server.js';
import { insertApprovedSellers, sellerId } from '../plan/approved-sellers.js';

const LINES_PER_STATEMENT = 200_000;

/** A migrated database of approved sellers. */
export async function prepareSellers(url: string, sellers: number): Promise<void> {
  await migrated(url);
  await withClient(url, async (db) => {
    await insertApprovedSellers(db, sellers);
    await db.query(
      `insert into ledger.account (code, currency, kind, guarded)
       select 'seller:' || seller_id || ':' || name, 'KRW', kind, true
         from onboarding.seller, (values ('payable', 'liability'), ('reserved', 'liability'), ('reserve', 'liability'), ('debt', 'asset')) as a(name, kind)`,
    );
    await db.query(
      `insert into ledger.account (code, currency, kind, guarded) values ('provider:receivable', 'KRW', 'asset', false)`,
    );
  });
}

/** Every month's table of entries has a deferred check of its own. */
const checkingEntries = (state: 'enable' | 'disable'): string => `
  do $$ declare part regclass; begin
    for part in select inhrelid::regclass from pg_inherits where inhparent = 'ledger.entry'::regclass loop
      execute format('alter table %s ${state} trigger balanced', part);
    end loop;
  end $$`;

/**
 * Every seller gets payable money before the run of a date. No two dates give a seller the same: a run that repeats another one is
 * refused.
 */
export async function earn(url: string, date: string, sellers: number): Promise<void> {
  await withClient(url, async (db) => {
    // Balanced by construction: asking for each of millions of entries would take longer than what is measured.
    await db.query(checkingEntries('disable'));
    for (let first = 0; first < sellers; first += LINES_PER_STATEMENT) {
      const last = Math.min(sellers, first + LINES_PER_STATEMENT) - 1;
      await db.query(
        `with made as (
           insert into ledger.posting (key, template, facts_hash, effective_at)
           select 'line.matured/' || $1 || '-' || n || '/1/1', 'line.matured', '', $1::date - interval '1 day'
             from generate_series($2::int, $3::int) as n
           returning id, key, effective_at
         )
         insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
         select id, account_code, 'KRW', amount, effective_at
           from made
           cross join lateral (select split_part(split_part(key, '/', 2), '-', 4)::int as n) line
           cross join lateral (select 1000 + (n + ($1::date - date '2026-01-01')) % 977 as won) worth
           cross join lateral (values ('seller:' || ${sellerId('n % $4 + 1')} || ':payable', -worth.won),
                                      ('provider:receivable', worth.won)) as leg(account_code, amount)
          order by id`,
        [date, first, last, sellers],
      );
    }
    await db.query(
      `update ledger.account a set balance = a.balance + e.amount
         from (select account_code, sum(amount)::bigint as amount from ledger.entry
                where effective_at = $1::date - interval '1 day' and account_code like 'seller:%:payable' group by 1) e
        where a.code = e.account_code and a.currency = 'KRW'`,
      [date],
    );
    await db.query(checkingEntries('enable'));
    await db.query('vacuum analyze');
    await db.query('checkpoint');
  });
}
