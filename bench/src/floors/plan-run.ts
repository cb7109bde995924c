import pg from 'pg';

/** As many sellers per transaction as the subject takes. */
const SELLERS_PER_STEP = 1_000;

/**
 * The least that may call itself a planned run, on the tables of the product with all that they enforce: the sellers' balances
 * locked; statements, their lines, and payouts; a balanced posting per payout, both balances moved. One SQL statement for each.
 * It asks nobody's terms, holds, reserves, debts, taxes or limits, and knows no crash.
 */
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
      select gen_random_uuid(), $2, seller_id, $3, 0, sum(amount), sum(amount), 0, now(), max(id) from lines group by seller_id
      returning id, seller_id
    )
    insert into payouts.statement_line (entry_id, statement_id, posting_key, amount)
    select l.id, made.id, l.key, l.amount from lines l join made using (seller_id)`,
  payouts: `
    insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency, state, created_at)
    select p.id, p.id::text, s.run_id, s.id, s.seller_id, o.provider_seller_id, o.account_fingerprint, s.payout_amount, 'KRW', 'reserved', now()
      from payouts.statement s
      join onboarding.seller o using (seller_id)
      cross join lateral (select gen_random_uuid() as id, s.id) p(id, for_statement)
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

/** Plans the run of a date for every seller that has money. Returns the seconds by what was done. */
export async function planFloor(client: pg.Client, date: string): Promise<Record<string, number>> {
  const parts: Record<string, number> = {};
  const step = async <T extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[] = [],
  ): Promise<T[]> => {
    const begun = performance.now();
    const { rows } = await client.query<T>(text, values);
    parts[name] = (parts[name] ?? 0) + (performance.now() - begun) / 1_000;
    return rows;
  };
  const [run] = await step<{ id: string }>(
    'run',
    `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
     values (gen_random_uuid(), $1, now(), 'draft', 0, 0, 0, 0, '', 'floor', now()) returning id`,
    [date],
  );
  for (let after = ''; ;) {
    const rows = await step<{ seller_id: string }>(
      'sellers',
      'select seller_id from onboarding.seller where seller_id > $1 order by seller_id limit $2',
      [after, SELLERS_PER_STEP],
    );
    const last = rows.at(-1);
    if (last === undefined) return parts;
    const sellers = rows.map((row) => row.seller_id);
    await client.query('begin');
    await step('lock', statements.lock, [sellers]);
    await step('statements', statements.statements, [sellers, run?.id, date]);
    await step('payouts', statements.payouts, [sellers, date]);
    await step('books', statements.books, [sellers, run?.id]);
    await step('commit', 'commit');
    after = last.seller_id;
  }
}
