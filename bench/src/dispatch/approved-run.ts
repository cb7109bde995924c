import { randomUUID } from 'node:crypto';
import { createCalendar } from '@jeongsan/calendar';
import { scheduleFor } from '@jeongsan/payouts';
import pg from 'pg';
import { ask } from '../harness/bench-server.js';
import { bookLine, digestOf, type ProviderBook, type SentPayout } from './provider-book.js';
import { reservePayouts } from './reserve-payouts.js';
import { earn } from './sellers.js';

const FIRST_DAY = Date.UTC(2026, 1, 2);
const DAY_MS = 86_400_000;

/** The business date of the n-th run of a market. */
export const dateOf = (day: number): string => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);

/**
 * A run whose payouts, one for each seller of the market, are reserved in the books and approved. Returns its id. Its sellers know
 * the day that they will be paid on, as in life: a payout that moves to another day is announced.
 */
export async function approvedRun(url: string, date: string, sellers: number): Promise<string> {
  await earn(url, date, sellers);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await reservePayouts(client, date);
    await client.query(
      'update payouts.payout set payout_date = $2 where run_id = (select id from payouts.run where business_date = $1)',
      [date, scheduleFor(new Date(), createCalendar()).date],
    );
    const { rows } = await client.query<{ id: string }>(
      `update payouts.run r
          set state = 'approved', approved_by = 'bench', approved_at = now(), payout_count = c.count, total = c.total, content_hash = c.hash
         from (select run_id, count(*)::int as count, sum(amount) as total,
                      encode(sha256(convert_to(string_agg(concat_ws('|', ref_payout_id, seller_id, provider_seller_id, account_fingerprint, amount) || e'\\n',
                                                          '' order by ref_payout_id), 'UTF8')), 'hex') as hash
                 from payouts.payout group by run_id) c
        where r.business_date = $1 and c.run_id = r.id returning r.id`,
      [date],
    );
    const [run] = rows;
    if (!run) throw new Error(`The run of ${date} has no payouts`);
    // What was just made is read from memory, in a real run hours after it was made.
    await client.query('vacuum analyze payouts.payout, ledger.account');
    await client.query('checkpoint');
    return run.id;
  } finally {
    await client.end();
  }
}

/** Promises the dispatch of a run, as an approval does when its time has come. */
export async function promiseDispatch(url: string, runId: string): Promise<void> {
  await ask(
    url,
    `insert into messaging.outbox (job, data, run_at, dedupe_key) values ('payout-run.dispatch', $1, now(), $2)`,
    [JSON.stringify({ runId }), `bench/${randomUUID()}`],
  );
}

/** Whether the provider's answer to so many batches of a run is recorded. */
export async function isRecorded(client: pg.Client, runId: string, batches: number): Promise<boolean> {
  const { rows } = await client.query<{ accepted: number }>(
    `select count(*)::int as accepted from payouts.attempt where run_id = $1 and state = 'accepted'`,
    [runId],
  );
  return rows[0]?.accepted === batches;
}

const STATES = `
select count(*)::int as payouts, count(*) filter (where state <> 'in_transit')::int as elsewhere,
       (select count(*)::int from payouts.attempt where state <> 'accepted') as batches,
       (select coalesce(sum(amount), 0)::text from ledger.entry) as sum,
       (select count(*)::int from ledger.account a
         where a.guarded and a.balance <> (select coalesce(sum(amount), 0) from ledger.entry e
                                            where e.account_code = a.code and e.currency = a.currency)) as drifted
  from payouts.payout`;
type States = Readonly<Record<'payouts' | 'elsewhere' | 'batches' | 'drifted', number> & { sum: string }>;

/** What is wrong after runs were sent: what the provider holds must be what the books promised, each reference once. */
export async function proveSent(url: string, book: ProviderBook, callsExpected: number): Promise<string[]> {
  const [states] = await ask<States>(url, STATES);
  const rows = await ask<SentPayout>(
    url,
    `select ref_payout_id as "refPayoutId", provider_seller_id as destination, amount::float8 as amount, provider_payout_id as id from payouts.payout`,
  );
  const ours = {
    payouts: rows.length,
    total: rows.reduce((sum, { amount }) => sum + amount, 0),
    digest: digestOf(rows.map(bookLine)),
  };
  const expected = { ...ours, repeated: 0, calls: callsExpected };
  const differing = (Object.keys(expected) as (keyof typeof expected)[])
    .filter((what) => book[what] !== expected[what])
    .map((what) => `the provider's ${what}: ${book[what]} instead of ${expected[what]}`);
  const unclean = Object.entries({ elsewhere: 0, batches: 0, drifted: 0, sum: '0' } satisfies Partial<States>)
    .filter(([what, value]) => states?.[what as keyof States] !== value)
    .map(([what]) => `${what} in our books: ${states?.[what as keyof States]}`);
  return [...differing, ...unclean];
}
