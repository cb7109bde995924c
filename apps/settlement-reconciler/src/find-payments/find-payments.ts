import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { bookedOfDays } from '../match-records/record-sides.js';
import { lockRun } from '../reconcile/begin-run.js';
import type { Seen } from '../report-breaks/report-breaks.js';
import type { Settings } from '../settings.js';

const FIRST_POLL_MS = 50;
const POLL_MS_MAX = 2_000;

// The two lookups by key are made for the few rows that the days' books lack, never for all rows of the days.
const ENQUEUE_LOOKS = statement(`
  with booked as (${bookedOfDays(':days')}
  ), unbooked as materialized (
    select t.transaction_key, t.payment_key from reconciliation.transaction t
     where t.business_date = any(:days::date[]) and not exists (select from booked b where b.transaction_key = t.transaction_key)
  ), unknown as materialized (
    select distinct u.payment_key, format('payment.observe/%s/listed/%s', u.payment_key, :businessDate::date) as look
      from unbooked u
      left join lateral (select true as found from gateway.payment p where p.transaction_key = u.transaction_key limit 1) p on true
      left join lateral (select true as found from gateway.cancel c where c.transaction_key = u.transaction_key limit 1) c on true
     where p.found is null and c.found is null
  ), enqueued as (
    insert into messaging.outbox (job, data, run_at, dedupe_key)
    select 'payment.observe', jsonb_build_object('paymentKey', payment_key), :now::timestamptz, look from unknown
    on conflict (dedupe_key) where done_at is null and dead_at is null do nothing
  )
  select look from unknown`);

/**
 * Finds payments and cancels that were made beside our gateway: each listed transaction that our books lack leads to one
 * look at its payment, and payments-gateway books what the provider shows. Waits for the looks for at most `looksWaitMs`.
 * A look that is not finished by then leaves a break, which the next night closes by itself.
 */
export async function findPayments(db: DataSource, seen: Seen, { looksWaitMs }: Settings): Promise<void> {
  const looks = await enqueueLooks(db, seen);
  const end = performance.now() + looksWaitMs;
  for (let pauseMs = FIRST_POLL_MS; looks.length > 0 && performance.now() < end;) {
    if (!(await areOpen(db, looks))) return;
    await sleep(Math.min(pauseMs, end - performance.now()));
    pauseMs = Math.min(2 * pauseMs, POLL_MS_MAX);
  }
}

async function enqueueLooks(db: DataSource, { businessDate, now }: Seen): Promise<string[]> {
  return transaction(db, async (tx) => {
    if ((await lockRun(tx, businessDate)) !== 'matching') return [];
    // A day of rows was just added, and the planner's old statistics would choose a bad plan.
    await tx.query(`select reconciliation.analyze_night()`);
    const days = await tx.query<{ day: string }[]>(
      `select distinct day::text from reconciliation.download where business_date = $1 and source = 'transactions'`,
      [businessDate],
    );
    const looks = await ENQUEUE_LOOKS.rows<{ look: string }>(tx, {
      days: days.map(({ day }) => day),
      businessDate,
      now,
    });
    return looks.map(({ look }) => look);
  });
}

/** Whether a look has neither been made nor given up. */
async function areOpen(db: DataSource, looks: readonly string[]): Promise<boolean> {
  const [row] = await db.query<{ open: boolean }[]>(
    `select exists (select from messaging.outbox where dedupe_key = any($1) and done_at is null and dead_at is null) as open`,
    [looks],
  );
  return row?.open === true;
}
