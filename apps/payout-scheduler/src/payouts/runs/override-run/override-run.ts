import { authorOf, recordDecision } from '@jeongsan/audit';
import { enqueue, type Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type Actor, type ApprovalRules, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { refuse, type overrideRun as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { payoutRunStates, type PayoutRunState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { deciderOf } from '../../payout-store/decider.js';
import { lockRun, type RunRow } from '../../payout-store/run-row.js';

export type RunOverride = Output<typeof contract> & Readonly<{ placedBy: Actor }>;

const limitedStates: ReadonlySet<PayoutRunState> = new Set(payoutRunStates.limited);

const INSERT = statement(`
  insert into payouts.run_override (run_id, kind, reason, placed_by, role, placed_at) values (:runId, :kind, :reason, :placedBy, :role,
    :placedAt)`);

/**
 * Lets one run pass one limit, and enqueues its sending if that limit has paused it. The rules of an approval apply:
 * throws RUN_STATE, RUN_SECOND_PERSON_REQUIRED for a person who drafted or approved the run, RUN_LIMIT_EXCEEDED and
 * RUN_REAUTHENTICATION_REQUIRED. A repeat changes nothing.
 */
export async function overrideRun(
  tx: EntityManager,
  runId: string,
  { kind, reason }: Input<typeof contract>['body'],
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<RunOverride> {
  const run = await lockRun(tx, runId);
  const [before] = (await readRunOverrides(tx, runId)).filter((o) => o.kind === kind);
  if (before) return before;
  assertMayOverride(run, caller, rules);
  const { actor: by, role } = deciderOf(caller);
  await INSERT.rows(tx, { runId, kind, reason, placedBy: by, role, placedAt: now });
  const after = { businessDate: run.business_date, total: run.total, limit: kind };
  const decided = { subject: runId, ...authorOf(caller), reason, before: null, after };
  await recordDecision(tx, { kind: 'run.overridden', ...decided }, now);
  const [kept] = await tx.query<object[]>(
    `with freed as (
       update payouts.run set paused_reason = null, paused_at = null where id = $1 and paused_reason = $2 returning id
     ) select from freed`,
    [runId, kind],
  );
  if (kept) await enqueue(tx, 'payout-run.dispatch', { runId }, now);
  return { runId, kind, reason, placedBy: by, placedAt: now };
}

function assertMayOverride(run: RunRow, caller: Caller, rules: ApprovalRules): void {
  if (!limitedStates.has(run.state) || run.content_hash === '')
    throw refuse('RUN_STATE', `Run ${run.id} is ${run.state}: there is nothing to let pass`);
  const askedBy = [run.drafted_by, ...(run.approved_by === null ? [] : [run.approved_by])];
  assertMayDecide(caller, { kind: 'run', subject: `Run ${run.id}`, amount: run.total, askedBy }, rules);
}

/** The limits that a run may pass, with the person and the reason of each. */
export const readRunOverrides = (db: Executor, runId: string): Promise<RunOverride[]> =>
  db.query<RunOverride[]>(
    `select run_id as "runId", kind, reason, placed_by as "placedBy", placed_at as "placedAt"
       from payouts.run_override where run_id = $1 order by placed_at, kind`,
    [runId],
  );
