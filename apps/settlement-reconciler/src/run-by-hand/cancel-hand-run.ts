import { recordDecision, type Author } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { refuse, type cancelHandRun as contract } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { readHandRun } from './read-hand-runs.js';

type Run = { state: string; from: string; to: string; canceledBy: string | null };

/**
 * Cancels a run by hand and frees its dates; its worker stops at its next step. A date that was being read again is finished by the next
 * night. A repeat by the same actor changes nothing. @throws HAND_RUN_NOT_FOUND, HAND_RUN_FINISHED
 */
export async function cancelHandRun(
  db: DataSource,
  id: string,
  reason: string,
  { actor, credential }: Author,
  now: Date,
): Promise<Output<typeof contract>> {
  await transaction(db, async (tx) => {
    const [run] = await tx.query<Run[]>(
      `select state, from_date::text as "from", to_date::text as "to", canceled_by as "canceledBy"
         from reconciliation.hand_run where id = $1 for update`,
      [id],
    );
    if (!run) throw refuse('HAND_RUN_NOT_FOUND', `There is no run by hand ${id}`);
    const { state, from, to, canceledBy } = run;
    if (state === 'canceled' && canceledBy === actor) return;
    if (state !== 'queued' && state !== 'running')
      throw refuse('HAND_RUN_FINISHED', `The run by hand ${id} is ${state} already`);
    await tx.query(
      `update reconciliation.hand_run set state = 'canceled', canceled_by = $2, finished_at = $3 where id = $1`,
      [id, actor, now],
    );
    const facts = { before: { from, to, state }, after: { from, to, state: 'canceled' } };
    await recordDecision(
      tx,
      { kind: 'reconciliation.canceled', subject: id, actor, credential, reason, ...facts },
      now,
    );
  });
  return readHandRun(db, id);
}
