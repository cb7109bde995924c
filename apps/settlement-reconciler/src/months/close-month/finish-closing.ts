import { setTimeout } from 'node:timers/promises';
import { sealLedger } from '@jeongsan/books';
import { type Executor, transaction } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { boundsOf } from '../month-bounds.js';
import { ALL_ENTRIES, lockMonth, monthAfter } from '../month-record.js';

const POLL_MS = 100;
const POLLS_MAX = 600;

/**
 * Closes a month whose closing has begun: waits until every transaction that may have seen the month open has ended, seals the
 * ledger, and records the figures of the month. May be repeated at any time. Throws when older transactions do not end.
 */
export async function finishClosing(
  db: DataSource,
  month: string,
  now: () => Date,
  pollsMax = POLLS_MAX,
): Promise<void> {
  const bounds = boundsOf(month);
  const { state } = await db.transaction((tx) => lockMonth(tx, bounds, now()));
  if (state !== 'CLOSING') return;
  await olderTransactionsEnded(db, pollsMax);
  await sealLedger(db);
  await transaction(
    db,
    async (tx) => {
      const row = await lockMonth(tx, bounds, now());
      if (row.state !== 'CLOSING') return;
      await tx.query(`set local statement_timeout = '30min'`);
      const at = { state: monthAfter(row, 'finish'), now: now() };
      const passed = await PASSED_OVER.rows<{ month: string }>(tx, { first: bounds.first });
      for (const { first, from, until } of [...passed.map((one) => boundsOf(one.month)), bounds])
        await FINISH.rows(tx, { first, from, until, ...at });
    },
    'finish-month',
  );
}

/**
 * A posting takes its transaction id before it reads the first open month (ledger.open_from): once every transaction with an id
 * up to now has ended, no posting goes to the month any more.
 */
async function olderTransactionsEnded(db: Executor, pollsMax: number): Promise<void> {
  const [fence] = await db.query<{ xid: string }[]>(`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`);
  for (let poll = 0; poll < pollsMax; poll += 1) {
    const [seen] = await db.query<{ ended: boolean }[]>(
      `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as ended`,
      [fence?.xid],
    );
    if (seen?.ended) return;
    await setTimeout(POLL_MS);
  }
  throw new Error(`A transaction from before the closing has not ended: the month is closed after it has`);
}

/** SQL: the hash of all balances at the end of a month; the same text as libs/auditor-file computes from the file. */
const BALANCES_HASH = `
  encode(sha256(convert_to(coalesce(string_agg(account_code || ' ' || currency || ' ' || balance || E'\\n',
    '' order by account_code, currency), ''), 'UTF8')), 'hex')`;

// Months before the closing one that were never closed, for lack of postings: the boundary of the books passes over them, and their figures
// are written with those of the closing month.
const PASSED_OVER = statement(`
  select to_char(g, 'YYYY-MM') as month
    from generate_series((select max(month) + interval '1 month' from reconciliation.month
                           where month < :first::date and state in ('CLOSING', 'CLOSED')),
                         :first::date - interval '1 month', interval '1 month') g
  union
  select to_char(month, 'YYYY-MM') from reconciliation.month where month < :first::date and state in ('OPEN', 'REOPENED')
  order by month`);

const FINISH = statement(`
  with closing as (
    select ${BALANCES_HASH} as hash from (
      select account_code, currency, sum(amount)::text as balance from (${ALL_ENTRIES}) e
       where effective_at < :until group by account_code, currency having sum(amount) <> 0) b
  ), moved as (
    select count(distinct posting_id) as postings, count(*) as entries from ledger.entry
     where effective_at >= :from and effective_at < :until
  )
  insert into reconciliation.month (month, state, closed_at, postings, entries, balances_hash)
  select :first::date, :state, :now, moved.postings, moved.entries, closing.hash from closing, moved
  on conflict (month) do update set state = excluded.state, closed_at = excluded.closed_at, postings = excluded.postings,
    entries = excluded.entries, balances_hash = excluded.balances_hash`);
