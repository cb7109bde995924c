import { authorOf, recordDecision } from '@jeongsan/audit';
import type { Executor } from '@jeongsan/database';
import type { Actor } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { payoutRunMachine, type PayoutRunEvent, type PayoutRunState } from '@jeongsan/state-machines';
import type { Decider } from './decider.js';

export type RunRow = {
  id: string;
  business_date: string;
  state: PayoutRunState;
  total: bigint;
  content_hash: string;
  drafted_by: Actor;
  drafted_at: Date;
  approved_by: Actor | null;
  approved_at: Date | null;
};

/** Reads a run and locks it until the transaction ends. Throws RUN_NOT_FOUND. */
export async function lockRun(tx: Executor, runId: string): Promise<RunRow> {
  const [run] = await tx.query<RunRow[]>(
    `select id, business_date, state, total, content_hash, drafted_by, drafted_at, approved_by, approved_at
       from payouts.run where id = $1 for update`,
    [runId],
  );
  if (!run) throw refuse('RUN_NOT_FOUND', `There is no run ${runId}`);
  return run;
}

/** Throws RUN_STATE if the run's state does not accept the event. */
export function assertMoves(run: RunRow, event: PayoutRunEvent): void {
  if (payoutRunMachine.classify(run.state, event).kind !== 'move') {
    throw refuse('RUN_STATE', `Run ${run.id} is ${run.state}: ${event} does not apply to it`);
  }
}

type RunAction = 'drafted' | 'approved' | 'rejected' | 'expired' | 'stopped';
export type RunDecision = Decider & Readonly<{ action: Exclude<RunAction, 'drafted'>; detail?: string | undefined }>;

const RECORD_DECISION = statement(`
  insert into payouts.run_decision (run_id, action, decided_by, role, decided_at, content_hash, detail)
  values (:runId, :action, :by, :role, :now, :contentHash, :detail)`);

/**
 * Records a decision about a run, in its own history and in the audit trail: decider, action, and the hash of the content.
 * Records are never changed.
 */
export async function recordRunDecision(tx: Executor, run: RunRow, decision: RunDecision, now: Date): Promise<void> {
  const { detail = null, action, actor: by, role } = decision;
  await RECORD_DECISION.rows(tx, { runId: run.id, action, by, role, now, contentHash: run.content_hash, detail });
  const before = { businessDate: run.business_date, total: run.total, contentHash: run.content_hash, state: run.state };
  const decided = { subject: run.id, ...authorOf(decision), reason: detail };
  await recordDecision(tx, { kind: `run.${action}`, ...decided, before, after: { ...before, state: action } }, now);
}

type Draft = Readonly<{ by: Actor; role: string; detail?: string }>;

/** Records in a run's history that its content was computed. The decision of a person was its request. */
export async function recordDraft(tx: Executor, run: RunRow, { by, role, detail }: Draft, now: Date): Promise<void> {
  await RECORD_DECISION.rows(tx, {
    ...{ runId: run.id, action: 'drafted', by, role, now },
    ...{ contentHash: run.content_hash, detail: detail ?? null },
  });
}
