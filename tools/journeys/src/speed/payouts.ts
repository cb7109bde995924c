import { insertApprovedSellers, sellerId, withClient } from '@jeongsan/bench/measuring';

const SELLERS = 1_000;
const FIRST_DAY = '2026-01-01';

/** SQL: an id made of a text, with the digits of version and variant that readers of ids expect. */
const idOf = (text: string): string => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** A run a day, each with a payout for every seller; one payout of a hundred has failed. */
const FILL = `
with run as (
  insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
  select ${idOf(`'run ' || d`)}, $1::date + d, $1::date + d, 'completed', $2::int, $2::int * 10000::bigint, 0, 0, '', 'system:payout-scheduler',
         $1::date + d
    from generate_series(1, $3::int) as d
  returning id, business_date
), wanted as materialized (
  select r.id as run_id, r.business_date, ${sellerId('n')} as seller_id, ${idOf('r.id::text || n')} as id, 10000 + n as amount,
         n % 100 = 1 as has_failed
    from run r cross join generate_series(1, $2::int) as n
), stated as (
  insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at)
  select id, run_id, seller_id, business_date, amount, 0, amount, 0, business_date from wanted
)
insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency,
  state, schedule_type, payout_date, provider_payout_id, failure_code, failure_class, created_at, finished_at)
select id, id::text, run_id, id, seller_id, seller_id, '', amount, 'KRW', case when has_failed then 'failed' else 'paid' end, 'EXPRESS',
       business_date, 'po-' || id, case when has_failed then 'INVALID_ACCOUNT' end, case when has_failed then 'seller_must_act' end,
       business_date + interval '4 hours', business_date + interval '10 hours'
  from wanted`;

/** Writes so many payouts of past days, a multiple of a thousand. Throws when the database has another number of them afterwards. */
export async function fillPayouts(databaseUrl: string, count: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await insertApprovedSellers(client, SELLERS);
    await client.query(FILL, [FIRST_DAY, SELLERS, count / SELLERS]);
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from payouts.payout');
    if (rows[0]?.n !== count) throw new Error(`There are ${rows[0]?.n} payouts, not ${count}`);
  });
}
