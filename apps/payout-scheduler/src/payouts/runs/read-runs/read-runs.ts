import { atLeast, atMost, type Executor, filteredList, fromDate, inList, is, toDate } from '@jeongsan/database';
import { type Output, type Input, type Page } from '@jeongsan/http-contract';
import { readPauses } from '../../dispatch/dispatch-control/read-control.js';
import { readRunOverrides } from '../override-run/override-run.js';
import { refuse, type approveRun, type getRun, type listRuns } from '@jeongsan/platform-contract';
import { payoutRunStates } from '@jeongsan/state-machines';
import { readProgress } from '../watch-run/read-progress.js';

type RunView = Output<typeof approveRun>;

const columns = `id, business_date as "businessDate", cutoff, state, payout_count as "payoutCount", total,
  held_count as "heldCount", held_total as "heldTotal", content_hash as "contentHash", drafted_by as "draftedBy", approved_by as "approvedBy",
  person_needed as "personNeeded", person_needed <> '{}' as "approvalRequired"`;

const RUNS = filteredList({
  from: 'payouts.run',
  columns,
  where: `(x.content_hash <> '' or x.state = 'empty')`,
  order: [{ column: 'business_date', type: 'date' }],
  isNewestFirst: true,
  leads: { from: fromDate('x.business_date'), to: toDate('x.business_date') },
  checks: { state: is('x.state'), minAmount: atLeast('x.total'), maxAmount: atMost('x.total') },
});

/** Runs whose draft is complete, newest first. */
export const readRuns = (db: Executor, query: Input<typeof listRuns>['query']): Promise<Page<RunView>> =>
  RUNS.page<RunView>(db, query);

export async function readRun(db: Executor, runId: string): Promise<RunView> {
  const [row] = await db.query<RunView[]>(`select ${columns} from payouts.run where id = $1`, [runId]);
  if (!row) throw refuse('RUN_NOT_FOUND', `There is no run ${runId}`);
  return row;
}

/** A run with all decisions about it, oldest first. Throws RUN_NOT_FOUND. */
export async function readRunDetail(
  db: Executor,
  runId: string,
): Promise<Omit<Output<typeof getRun>, 'cover' | 'waiting'>> {
  const run = await readRun(db, runId);
  const decisions = await db.query<Output<typeof getRun>['decisions']>(
    `select action, decided_by as by, role, decided_at as at, content_hash as "contentHash", detail
       from payouts.run_decision where run_id = $1 order by id`,
    [runId],
  );
  const [pause] = await readPauses(db, runId);
  const pausedBy = pause ? { reason: pause.reason, text: pause.text, since: pause.since } : null;
  const overrides = await readRunOverrides(db, runId);
  const { payouts } = await readProgress(db, runId);
  return { ...run, payouts, decisions, pausedBy, overrides, sameAsRun: await sameRun(db, runId) };
}

/** The latest earlier run with the same accounts and amounts, among runs that were not given up. */
async function sameRun(db: Executor, runId: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }[]>(
    `select o.id from payouts.run r
       join payouts.run o on o.payout_fingerprint = r.payout_fingerprint and o.business_date < r.business_date
      where r.id = $1 and o.state not in ${inList(payoutRunStates.givenUp)} order by o.business_date desc limit 1`,
    [runId],
  );
  return row?.id ?? null;
}
