import type pg from 'pg';
import { withClient } from '../../harness/bench-server.js';
import { withoutIndexes } from '../../harness/without-indexes.js';

export const MONTHS = 24;

/**
 * A ledger of `entries` entries in the 24 months before this one, all sealed: reservations of one won between the accounts of any
 * seller. Written month by month into tables of their own, which is quicker than posting by hours; then attached as the product does.
 */
export async function fillHistory(
  url: string,
  { entries, sellers }: { entries: number; sellers: number },
  say: (line: string) => void,
): Promise<void> {
  await withClient(url, async (db) => {
    await db.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set jit = off`);
    const { rows } = await db.query<{ month: string }>(
      `select to_char(date_trunc('month', now() at time zone 'Asia/Seoul') - n * interval '1 month', 'YYYY-MM-01') as month
         from generate_series(1, ${MONTHS}) as n order by 1`,
    );
    await withoutIndexes(db, ['ledger.posting'], async () => {
      for (const { month } of rows) {
        await fillMonth(db, month, Math.round(entries / 2 / MONTHS), sellers);
        say(`${month} of ${entries.toLocaleString('en')} entries is written`);
      }
    });
    await db.query(
      `update ledger.account a set balance = a.balance + e.amount
         from (select account_code, sum(amount)::bigint as amount from ledger.entry where effective_at < date_trunc('month', now() at time zone 'Asia/Seoul') at time zone 'Asia/Seoul'
                group by 1) e
        where a.code = e.account_code and a.currency = 'KRW'`,
    );
    await db.query('vacuum analyze');
    // The nightly chain over the postings is not measured here: one link reaches to the end of them.
    await db.query(
      `insert into ledger.seal (last_txid, last_posting, postings, hash)
       select txid, id, (select count(*) from ledger.posting), '' from ledger.posting order by txid desc, id desc limit 1`,
    );
    for (const { month } of rows) {
      await db.query('select ledger.open_books_from(ledger.month_start(ledger.next_month($1)))', [month]);
      await db.query('select ledger.seal_month($1, now())', [month]);
      say(`${month} of ${entries.toLocaleString('en')} entries is sealed`);
    }
    await db.query('vacuum analyze');
    await db.query('checkpoint');
  });
}

async function fillMonth(db: pg.Client, month: string, postings: number, sellers: number): Promise<void> {
  const part = `entry_${month.slice(0, 7).replace('-', '_')}`;
  await db.query('begin');
  await db.query(`create table ledger.${part} (like ledger.entry including constraints)`);
  await db.query(
    `with made as (
       insert into ledger.posting (key, template, facts_hash, effective_at)
       select 'payout.reserved/' || gen_random_uuid(), 'payout.reserved', md5(n::text) || md5(n::text),
              ledger.month_start($1) + n * ((ledger.month_start(ledger.next_month($1)) - ledger.month_start($1)) / ($2::int + 1))
         from generate_series(1, $2::int) as n
       returning id, effective_at
     )
     insert into ledger.${part} (posting_id, id, account_code, currency, amount, effective_at)
     select m.id, nextval(pg_get_serial_sequence('ledger.entry', 'id')), 'seller:seller-' || (m.id * 7919) % $3::int || leg.account, 'KRW', leg.amount, m.effective_at
       from made m cross join (values (':payable', 1), (':reserved', -1)) as leg(account, amount)`,
    [month, postings, sellers],
  );
  await db.query(`select ledger.guard_entries($1)`, [part]);
  await db.query(
    `do $$ begin execute format('alter table ledger.entry attach partition ledger.${part} for values from (%L) to (%L)',
       ledger.month_start('${month}'), ledger.month_start(ledger.next_month('${month}'))); end $$`,
  );
  await db.query('commit');
}
