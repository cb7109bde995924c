import { connectDatabase, migrate } from '@jeongsan/database';
import { plainTerms, termsDocument } from '@jeongsan/settlement';
import pg from 'pg';
import { ask } from '../harness/bench-server.js';

/** Due sellers, and what moved for each of them before every run. */
export type MarketSize = Readonly<{ sellers: number; linesPerSeller: number }>;

const LINES_PER_STATEMENT = 200_000;

/** A migrated database of approved sellers, settled every day. */
export async function prepareMarket(url: string, sellers: number): Promise<void> {
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

/** Lines of every seller mature before the run of a date, in the order in which orders come in: sellers take turns. */
export async function matureMarket(url: string, date: string, { sellers, linesPerSeller }: MarketSize): Promise<void> {
  await withClient(url, async (db) => {
    // Balanced by construction: asking for each of millions of entries would take longer than what is measured.
    await db.query('alter table ledger.entry disable trigger balanced');
    const total = sellers * linesPerSeller;
    for (let first = 0; first < total; first += LINES_PER_STATEMENT) {
      const last = Math.min(total, first + LINES_PER_STATEMENT) - 1;
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
           cross join lateral (values ('seller:seller-' || lpad((n % $4 + 1)::text, 9, '0') || ':payable', -(1000 + n % 977)),
                                      ('provider:receivable', 1000 + n % 977)) as leg(account_code, amount)
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

const PROOF = `
select (select count(*)::int from payouts.statement where business_date = $1) as statements,
       (select count(*)::int from payouts.statement_line l join payouts.statement s on s.id = l.statement_id where business_date = $1) as lines,
       (select count(*)::int from payouts.payout p join payouts.statement s on s.id = p.statement_id where business_date = $1) as payouts,
       (select coalesce(sum(amount), 0)::text from ledger.entry) as sum,
       (select count(*)::int from ledger.account a
         where a.guarded and a.balance <> (select coalesce(sum(amount), 0) from ledger.entry e
                                            where e.account_code = a.code and e.currency = a.currency)) as drifted,
       (select count(*)::int from payouts.statement s
         where business_date = $1 and (carried <> 0 or movements <>
               (select sum(l.amount) from payouts.statement_line l where l.statement_id = s.id))) as wrong`;
type Proof = Record<'statements' | 'lines' | 'payouts' | 'drifted' | 'wrong', number> & { sum: string };

/** What is wrong with a planned run; nothing when all is well. */
export async function provePlan(url: string, date: string, { sellers, linesPerSeller }: MarketSize): Promise<string[]> {
  const [found] = await ask<Proof>(url, PROOF, [date]);
  const expected: Proof = {
    statements: sellers,
    lines: sellers * linesPerSeller,
    payouts: sellers,
    sum: '0',
    drifted: 0,
    wrong: 0,
  };
  return Object.entries(expected).flatMap(([what, value]) => {
    const seen = found?.[what as keyof Proof];
    return seen === value ? [] : [`${what} of ${date}: ${String(seen)} instead of ${value}`];
  });
}

/** A connection without the time limits of the product: preparing takes as long as it takes. */
async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  await work(client).finally(() => client.end());
}
