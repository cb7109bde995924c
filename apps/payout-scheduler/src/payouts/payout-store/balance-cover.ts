import { businessDateOf, type Calendar, type DateText } from '@jeongsan/calendar';
import { inList, type Executor } from '@jeongsan/database';
import { missingOf } from '@jeongsan/payouts';
import type { BalanceCover } from '@jeongsan/platform-contract';
import { payoutRunStates, payoutStates } from '@jeongsan/state-machines';
import type { z } from 'zod';
import { latestBalance } from './balance-readings.js';
import { expectedInflows, type Inflow } from './expected-inflow.js';

export type Cover = z.output<typeof BalanceCover>;
type Waiting = Readonly<{ runId: string; state: string; amount: bigint }>;
export type RunCover = Cover & Readonly<{ runId: string; state: string }>;

const MAIN_ACCOUNT = '';

/** Won at the provider that no payout has taken: the latest balance less what was sent since, or may have been. */
export async function freeBalance(db: Executor, now: Date): Promise<Pick<Cover, 'source' | 'at'> & { free: bigint }> {
  const { source, available, at } = await latestBalance(db, now);
  if (source === 'LEDGER') return { source, at, free: available };
  const [taken] = await db.query<{ amount: bigint }[]>(
    `select coalesce(sum(amount), 0)::bigint as amount from payouts.payout
      where state in ${inList(payoutStates.sending)} or (state in ${inList(payoutStates.sent)} and submitted_at > $1)`,
    [at],
  );
  return { source, at, free: available - (taken?.amount ?? 0n) };
}

/**
 * Whether the balance at the provider covers each run that waits to be sent, drafts included, and otherwise when it is expected
 * to: runs of earlier dates take the balance first. Everything that speaks of a short balance reads it here.
 */
export async function coverOfRuns(
  db: Executor,
  calendar: Pick<Calendar, 'nextBusinessDay'>,
  now: Date,
): Promise<RunCover[]> {
  const runs = await db.query<Waiting[]>(
    `select r.id as "runId", r.state, sum(p.amount)::bigint as amount
       from payouts.run r join payouts.payout p on p.run_id = r.id and p.state = 'reserved'
      where r.state in ${inList([...payoutRunStates.maySend, 'draft'])} group by r.id order by r.business_date`,
  );
  if (runs.length === 0) return [];
  const { free, source, at } = await freeBalance(db, now);
  const inflows = await expectedInflows(db, calendar, businessDateOf(now));
  let before = 0n;
  return runs.map(({ runId, state, amount }) => {
    before += amount;
    const missing = missingOf(before, free);
    const shortBy = missing < amount ? missing : amount;
    return { runId, state, source, at, free, waiting: amount, shortBy, fundsOn: fundsOn(missing, inflows) };
  });
}

/** The cover of everything that waits, of one run, or of nothing. */
export function totalCover(runs: readonly RunCover[], isCounted: (run: RunCover) => boolean): Cover | null {
  const counted = runs.filter(isCounted);
  const last = counted.at(-1);
  if (last === undefined) return null;
  const { source, at, free, fundsOn: date } = last;
  const sum = (of: (run: RunCover) => bigint) => counted.reduce((total, run) => total + of(run), 0n);
  return { source, at, free, waiting: sum((r) => r.waiting), shortBy: sum((r) => r.shortBy), fundsOn: date };
}

/** The first date on which the expected inflow has brought the missing won; null: nothing is missing, or no such date is known. */
export function fundsOn(missing: bigint, inflows: readonly Inflow[]): DateText | null {
  if (missing === 0n) return null;
  let left = missing;
  const sorted = inflows.filter(({ account }) => account === MAIN_ACCOUNT).sort((a, b) => (a.date < b.date ? -1 : 1));
  for (const { date, amount } of sorted) {
    left -= amount;
    if (left <= 0n) return date;
  }
  return null;
}

/** The approved runs whose payouts wait for funds, with the date on which these are expected. */
export async function runsShortOfFunds(
  db: Executor,
  calendar: Pick<Calendar, 'nextBusinessDay'>,
  now: Date,
): Promise<Map<string, DateText | null>> {
  const short = (await coverOfRuns(db, calendar, now)).filter((run) => run.shortBy > 0n && run.state === 'dispatching');
  return new Map(short.map(({ runId, fundsOn: date }) => [runId, date]));
}
