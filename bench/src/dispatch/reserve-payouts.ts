import type pg from 'pg';

/** Sellers per transaction. */
const SELLERS_PER_STEP = 1_000;

/** What a planned run consists of, by raw SQL: statements, their lines, payouts, a balanced posting for each, both balances moved. */
const statements = {
  lock: `select a.code, a.balance from ledger.account a
          where a.code in (select 'seller:' || s || ':' || b from unnest($1::text[]) s, (values ('payable'), ('reserved')) as b(b)) and a.currency = 'KRW'
          order by a.code for update`,
  statements: `
    with lines as materialized (
      select w.seller_id, e.id, p.key, -e.amount as amount
        from unnest($1::text[]) as w(seller_id)
        cross join lateral (select coalesce(max(stated_through), 0) as after from payouts.statement s where s.seller_id = w.seller_id) s
        join ledger.entry e on e.account_code = 'seller:' || w.seller_id || ':payable' and e.currency = 'KRW' and e.id > s.after
        join ledger.posting p on p.id = e.posting_id and p.template <> 'payout.reserved'
    ), made as (
      insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at, stated_through)
      select uuidv7(), $2, seller_id, $3, 0, sum(amount), sum(amount), 0, now(), max(id) from lines group by seller_id
      returning id, seller_id
    )
    insert into payouts.statement_line (entry_id, statement_id, posting_key, amount)
    select l.id, made.id, l.key, l.amount from lines l join made using (seller_id)`,
  payouts: `
    insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency, state, created_at)
    select p.id, p.id::text, s.run_id, s.id, s.seller_id, o.provider_seller_id, o.account_fingerprint, s.payout_amount, 'KRW', 'reserved', now()
      from payouts.statement s
      join onboarding.seller o using (seller_id)
      cross join lateral (select uuidv7() as id, s.id) p(id, for_statement)
     where s.seller_id = any($1) and s.business_date = $2`,
  books: `
    with made as (
      insert into ledger.posting (key, template, facts_hash, effective_at)
      select 'payout.reserved/' || p.id, 'payout.reserved', '', now()
        from payouts.payout p where p.seller_id = any($1) and p.run_id = $2
      returning id, key, effective_at
    ), legs as (
      insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
      select m.id, 'seller:' || p.seller_id || ':' || l.name, 'KRW', p.amount * l.sign, m.effective_at
        from made m
        join payouts.payout p on p.id = split_part(m.key, '/', 2)::uuid
        cross join (values ('payable', 1), ('reserved', -1)) as l(name, sign)
      returning account_code, amount
    )
    update ledger.account a set balance = a.balance + l.amount from legs l where a.code = l.account_code and a.currency = 'KRW'`,
};

/** Drafts the run of a date for every seller that has money: what it pays is reserved in the books. */
export async function reservePayouts(client: pg.Client, date: string): Promise<void> {
  const { rows: runs } = await client.query<{ id: string }>(
    `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
     values (gen_random_uuid(), $1, now(), 'draft', 0, 0, 0, 0, '', 'schedule', now()) returning id`,
    [date],
  );
  const runId = runs[0]?.id;
  for (let after = ''; ;) {
    const { rows } = await client.query<{ seller_id: string }>(
      'select seller_id from onboarding.seller where seller_id > $1 order by seller_id limit $2',
      [after, SELLERS_PER_STEP],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    const sellers = rows.map((row) => row.seller_id);
    await client.query('begin');
    await client.query(statements.lock, [sellers]);
    await client.query(statements.statements, [sellers, runId, date]);
    await client.query(statements.payouts, [sellers, date]);
    await client.query(statements.books, [sellers, runId]);
    await client.query('commit');
    after = last.seller_id;
  }
}
