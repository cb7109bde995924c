import { randomUUID } from 'node:crypto';
import { createCalendar } from '@jeongsan/calendar';
import { fingerprintOf, scheduleFor, type RunPayout } from '@jeongsan/payouts';
import type pg from 'pg';
import { reserveFloor } from '../floors/plan-run.js';
import { ask, withClient } from '../harness/bench-server.js';
import { bookLine, digestOf, type ProviderBook, type SentPayout } from './provider-book.js';
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
  return withClient(url, async (client) => {
    await reserveFloor(client, date);
    await client.query(
      'update payouts.payout set payout_date = $2 where run_id = (select id from payouts.run where business_date = $1)',
      [date, scheduleFor(new Date(), createCalendar()).date],
    );
    const runId = await approve(client, date);
    // What was just made is read from memory, in a real run hours after it was made.
    await client.query('vacuum analyze payouts.payout, ledger.account');
    await client.query('checkpoint');
    return runId;
  });
}

const LINES_PER_PAGE = 10_000;

/** Approves exactly what the run contains, as the product fingerprints it. */
async function approve(client: pg.Client, date: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from payouts.run where business_date = $1', [date]);
  const runId = rows[0]?.id;
  const { count, total, hash } = await fingerprintOf(async (after) => {
    const page = await client.query<Omit<RunPayout, 'amount'> & { amount: string }>(
      `select ref_payout_id, seller_id, provider_seller_id, account_fingerprint, amount from payouts.payout
        where run_id = $1 and ref_payout_id > $2 order by ref_payout_id limit $3`,
      [runId, after, LINES_PER_PAGE],
    );
    return page.rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  });
  if (runId === undefined || count === 0) throw new Error(`The run of ${date} has no payouts`);
  await client.query(
    `update payouts.run
        set state = 'approved', approved_by = 'person:bench', approved_at = now(), payout_count = $2, total = $3, content_hash = $4
      where id = $1`,
    [runId, count, total.toString(), hash],
  );
  return runId;
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
    `select count(*)::int as accepted from payouts.batch where run_id = $1 and state = 'accepted'`,
    [runId],
  );
  return rows[0]?.accepted === batches;
}

const STATES = `
select count(*)::int as payouts, count(*) filter (where state <> 'in_transit')::int as elsewhere,
       (select count(*)::int from payouts.batch where state <> 'accepted') as batches,
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
