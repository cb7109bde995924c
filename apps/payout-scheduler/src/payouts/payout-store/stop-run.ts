import { emit } from '@jeongsan/database';
import { payoutRunMachine } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { schedulerAs } from './decider.js';
import { lockRun, recordRunDecision } from './run-row.js';

/**
 * Stops a run that holds content without an approval: where one payout was changed, others may have been changed too.
 * No further payout of the run is sent or released until a person has corrected the run and a person approves the run again.
 */
export async function stopRun(tx: EntityManager, runId: string, detail: string, now: Date): Promise<void> {
  const run = await lockRun(tx, runId);
  if (payoutRunMachine.classify(run.state, 'stop').kind !== 'move') return;
  await tx.query(`update payouts.run set state = 'stopped' where id = $1`, [runId]);
  await recordRunDecision(tx, run, { action: 'stopped', ...schedulerAs('policy'), detail }, now);
  await emit(tx, 'payout-run.stopped', [{ entityId: runId, data: { runId, businessDate: run.business_date } }], now);
}
