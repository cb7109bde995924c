import { instantAt } from '@jeongsan/calendar';
import { inList } from '@jeongsan/database';
import { by, one, reading, type Reading } from '@jeongsan/nest-kit';
import { payoutRunMachine, payoutRunStates, type PayoutRunState } from '@jeongsan/state-machines';

/** What keeps a run by itself; a halt or a lock keeps all of them and is a metric of its own. */
const pauses = ['RUN_CAP', 'DAY_CAP', 'DUPLICATE_RUN'] as const;
const over: ReadonlySet<PayoutRunState> = new Set(payoutRunStates.over);
const states = payoutRunMachine.states.filter((state) => !over.has(state));

type Row = { state: PayoutRunState; runs: bigint; seconds: number };
type PausedRow = { reason: string; runs: bigint };

/** Runs that are not over. `dispatchAt`: Asia/Seoul time of day at which approved runs are sent. */
export const runReading = (dispatchAt: string): Reading =>
  reading(
    'runs',
    ['payout_runs', 'payout_run_oldest_seconds', 'payout_run_approval_due_seconds', 'payout_runs_paused'],
    async (db, now) => {
      const rows = await db.query<Row[]>(
        `select state, count(*) as runs,
                greatest(0, extract(epoch from $1::timestamptz - min(coalesce(approved_at, drafted_at))))::float8 as seconds
           from payouts.run where state not in ${inList(payoutRunStates.over)} group by state`,
        [now],
      );
      const [waiting] = await db.query<{ date: string | null }[]>(
        `select min(business_date) as date from payouts.run where state = 'draft' and content_hash <> ''`,
      );
      const paused = await db.query<PausedRow[]>(
        `select paused_reason as reason, count(*) as runs from payouts.run
          where paused_reason is not null and state in ${inList(payoutRunStates.limited)} group by paused_reason`,
      );
      const found = new Map(rows.map((row) => [row.state, row]));
      const ofState = (of: (row: Row) => bigint | number) =>
        by(
          'state',
          states.map((state) => [state, found.has(state) ? of(found.get(state) as Row) : 0] as const),
        );
      const kept = new Map(paused.map(({ reason, runs }) => [reason, runs]));
      return {
        payout_runs: ofState(({ runs }) => runs),
        payout_run_oldest_seconds: ofState(({ seconds }) => seconds),
        payout_run_approval_due_seconds: waiting?.date == null ? [] : one(secondsUntil(waiting.date, dispatchAt, now)),
        payout_runs_paused: by(
          'reason',
          pauses.map((reason) => [reason, kept.get(reason) ?? 0n] as const),
        ),
      };
    },
  );

const secondsUntil = (date: string, time: string, now: Date): number =>
  (instantAt(date, time).getTime() - now.getTime()) / 1_000;
