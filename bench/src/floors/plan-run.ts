import type pg from 'pg';

/** As many sellers per transaction as the subject takes. */
const SELLERS_PER_STEP = 1_000;

/**
 * The least that may call itself a planned run, on the tables of the product with all that they enforce: the sellers' balances
 * locked; their due lines matured, in a balanced posting per seller; statements, their lines, and payouts; a balanced posting per
 * payout, all balances moved. One SQL statement for each. It asks for no settlement, cancel, hold, reserve, debt, tax or limit, and
 * nobody's terms, and knows no crash.
 */
const statements = {
  sellers: 'select seller_id from onboarding.seller where seller_id > $1 order by seller_id limit $2',
  run: `
    insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
    values (gen_random_uuid(), $1, now(), 'draft', 0, 0, 0, 0, '', 'system:payout-scheduler', now()) returning id`,
  lock: `select a.code, a.balance from ledger.account a
          where a.code in (select 'seller:' || s || ':' || b from unnest($1::text[]) s, unnest($2::text[]) b) and a.currency = 'KRW'
          order by a.code for update`,
  mature: `
    with matured as (
      insert into payouts.matured_line (order_id, line_id, tranche, seller_id, share, amount, matured_on, posting_key)
      select t.order_id, t.line_id, t.tranche, t.seller_id, t.share, l.net * t.share / 100000, $2,
             'line.matured/' || t.seller_id || '/' || $2::date || '/1'
        from gateway.order_line_tranche t
       cross join lateral (
         select net from gateway.order_line l where (l.order_id, l.line_id) = (t.order_id, t.line_id) offset 0) l
       where t.seller_id = any($1::text[]) and t.matures_on <= $2
         and not exists (select from payouts.matured_line m
                          where (m.order_id, m.line_id, m.tranche) = (t.order_id, t.line_id, t.tranche) offset 0)
      returning seller_id, posting_key, amount
    ), sums as (
      select seller_id, posting_key, sum(amount)::bigint as amount from matured group by seller_id, posting_key
    ), made as (
      insert into ledger.posting (key, template, facts_hash, effective_at)
      select posting_key, 'line.matured', '', $2::date from sums
      returning id, key, effective_at
    ), legs as (
      insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
      select m.id, 'seller:' || s.seller_id || ':' || l.name, 'KRW', s.amount * l.sign, m.effective_at
        from made m
        join sums s on s.posting_key = m.key
        cross join (values ('pending', 1), ('payable', -1)) as l(name, sign)
      returning account_code, amount
    )
    update ledger.account a set balance = a.balance + l.amount from legs l where a.code = l.account_code and a.currency = 'KRW'`,
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

/** Plans the run of a date for every seller that has money. Returns the seconds by what was done. */
export async function planFloor(client: pg.Client, date: string): Promise<Record<string, number>> {
  const steps = new Steps(client);
  await steps.eachPage(async (sellers) => {
    await steps.take('lock', statements.lock, [sellers, ['pending', 'payable']]);
    await steps.take('mature', statements.mature, [sellers, date]);
  });
  await reserve(steps, date);
  return steps.parts;
}

/** The second half of it alone: what is payable to sellers is reserved for the run of a date. */
export const reserveFloor = (client: pg.Client, date: string): Promise<void> => reserve(new Steps(client), date);

async function reserve(steps: Steps, date: string): Promise<void> {
  const [run] = await steps.take<{ id: string }>('run', statements.run, [date]);
  await steps.eachPage(async (sellers) => {
    await steps.take('lock', statements.lock, [sellers, ['payable', 'reserved']]);
    await steps.take('statements', statements.statements, [sellers, run?.id, date]);
    await steps.take('payouts', statements.payouts, [sellers, date]);
    await steps.take('books', statements.books, [sellers, run?.id]);
  });
}

/** Statements one after the other, and the seconds that each kind of them took. */
class Steps {
  readonly parts: Record<string, number> = {};

  constructor(private readonly client: pg.Client) {}

  async take<T extends pg.QueryResultRow>(name: string, text: string, values: unknown[] = []): Promise<T[]> {
    const begun = performance.now();
    const { rows } = await this.client.query<T>(text, values);
    this.parts[name] = (this.parts[name] ?? 0) + (performance.now() - begun) / 1_000;
    return rows;
  }

  /** A transaction for every page of sellers. */
  async eachPage(work: (sellers: string[]) => Promise<void>): Promise<void> {
    for (let after = ''; ;) {
      const rows = await this.take<{ seller_id: string }>('sellers', statements.sellers, [after, SELLERS_PER_STEP]);
      const last = rows.at(-1);
      if (last === undefined) return;
      await this.client.query('begin');
      await work(rows.map((row) => row.seller_id));
      await this.take('commit', 'commit');
      after = last.seller_id;
    }
  }
}
