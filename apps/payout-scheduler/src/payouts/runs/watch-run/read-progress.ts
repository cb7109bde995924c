import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { refuse, type watchRun } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { payoutMachine, payoutRunStates, payoutStates, type PayoutState } from '@jeongsan/state-machines';

type Progress = Output<typeof watchRun>;
type Row = Pick<Progress, 'state' | 'payoutCount' | 'total'> &
  Readonly<{ payoutState: PayoutState | null; count: number; amount: bigint }>;

const BY_STATE = statement(`
  select r.state, r.payout_count as "payoutCount", r.total, p.state as "payoutState", count(p.*)::int as count,
         coalesce(sum(p.amount), 0)::bigint as amount
    from payouts.run r left join payouts.payout p on p.run_id = r.id
   where r.id = :runId group by r.id, p.state`);

/** A run's payouts by state, in the order of the states. Throws RUN_NOT_FOUND. */
export async function readProgress(db: Executor, runId: string): Promise<Progress> {
  const rows = await BY_STATE.rows<Row>(db, { runId });
  const [run] = rows;
  if (!run) throw refuse('RUN_NOT_FOUND', `There is no run ${runId}`);
  const payouts = payoutMachine.states.flatMap((state) =>
    rows.filter((row) => row.payoutState === state).map(({ count, amount }) => ({ state, count, amount })),
  );
  const isUnderWay = payouts.some(({ state }) => payoutStates.open.includes(state));
  const { state, payoutCount, total } = run;
  return { runId, state, payoutCount, total, payouts, finished: payoutRunStates.over.includes(state) && !isUnderWay };
}
