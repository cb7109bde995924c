import { connectDatabase, migrate } from '@jeongsan/database';
import { plainTerms, termsDocument } from '@jeongsan/settlement';
import pg from 'pg';

const LINES_PER_STATEMENT = 200_000;

/** A migrated database of approved sellers. */
export async function prepareSellers(url: string, sellers: number): Promise<void> {
  const migrating = await connectDatabase({ url, poolSize: 2, applicationName: 'bench-prepare' });
  await migrate(migrating).finally(() => migrating.destroy());
  await withClient(url, async (db) => {
    await db.query(
      `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
         account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
       select id, id, 'CORPORATE', '', '088', '', '', md5(id), '', 'approved', id, now(), now(), now()
         from (select 'seller-' || lpad(n::text, 9, '0') as id from generate_series(1, $1::int) as n) s`,
      [sellers],
    );
    await db.query(
      `insert into payouts.seller_terms (seller_id, effective_from, document, created_at)
       select seller_id, '2026-01-01', $1, now() from onboarding.seller`,
      [termsDocument(plainTerms({ commissionRate: 10_000 }))],
    );
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

/**
 * Every seller gets payable money before the run of a date. No two dates give a seller the same: a run that repeats another one is
 * refused.
 */
export async function earn(url: string, date: string, sellers: number): Promise<void> {
  await withClient(url, async (db) => {
    // Balanced by construction: asking for each of millions of entries would take longer than what is measured.
    await db.query('alter table ledger.entry disable trigger balanced');
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
           cross join lateral (values ('seller:seller-' || lpad((n % $4 + 1)::text, 9, '0') || ':payable', -worth.won),
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
    await db.query('alter table ledger.entry enable trigger balanced');
    await db.query('vacuum analyze');
    await db.query('checkpoint');
  });
}

/** A connection without the time limits of the product: preparing takes as long as it takes. */
async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  await work(client).finally(() => client.end());
}
