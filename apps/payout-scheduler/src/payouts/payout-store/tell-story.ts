import { addToStory, beginStory, isTracing, storyOf } from '@jeongsan/nest-kit';
import { inList, type Executor } from '@jeongsan/database';
import { payoutStates, type PayoutState } from '@jeongsan/state-machines';

/** A payout of more orders names the first ones: a span has room for 128 links, and a story is read by people. */
const ORDERS_TOLD_MAX = 100;

/** Begins the story of the run of a date. Reads nothing unless the process sends traces, as all of these. */
export async function tellDraft(db: Executor, businessDate: string): Promise<void> {
  if (!isTracing()) return;
  const [run] = await db.query<{ id: string }[]>(`select id from payouts.run where business_date = $1`, [businessDate]);
  if (run) beginStory('run', run.id, { run_id: run.id });
}

export function tellRun(runId: string, step: 'approved' | 'dispatched'): void {
  addToStory('run', runId, `run ${step}`, { run_id: runId });
}

/** A batch was sent, or found to be sent already. */
export async function tellBatch(db: Executor, batchId: string): Promise<void> {
  if (!isTracing()) return;
  const [batch] = await db.query<{ runId: string; state: string }[]>(
    `select run_id as "runId", state from payouts.batch where id = $1`,
    [batchId],
  );
  if (batch) addToStory('run', batch.runId, `batch ${batch.state}`, { run_id: batch.runId, batch_id: batchId });
}

type PayoutRow = Readonly<{ id: string; runId: string; state: PayoutState; statementId: string }>;

/** Adds the end of a payout to the story of its run, and to the stories of the orders that it pays. */
export async function tellEnd(db: Executor, providerPayoutId: string): Promise<void> {
  if (!isTracing()) return;
  const [payout] = await db.query<PayoutRow[]>(
    `select id, run_id as "runId", state, statement_id as "statementId" from payouts.payout
      where provider_payout_id = $1 and state not in ${inList(payoutStates.open)}`,
    [providerPayoutId],
  );
  if (!payout) return;
  const ids = { run_id: payout.runId, payout_id: payout.id };
  addToStory('run', payout.runId, `payout ${payout.state}`, ids);
  const orders = await db.query<{ id: string }[]>(
    `select distinct m.order_id as id from payouts.statement_line l join payouts.matured_line m on m.posting_key = l.posting_key
      where l.statement_id = $1 limit ${ORDERS_TOLD_MAX}`,
    [payout.statementId],
  );
  for (const { id } of orders)
    addToStory('order', id, `payout ${payout.state}`, { order_id: id, ...ids }, [storyOf('run', payout.runId)]);
}
