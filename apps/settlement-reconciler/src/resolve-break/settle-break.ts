import { recordDecision } from '@jeongsan/audit';
import { emit, postLedger } from '@jeongsan/database';
import { breakAdjusted, breakAdjustmentReversed } from '@jeongsan/ledger';
import { assertMayActAlone, assertMayAsk, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { breakClass, type DecisionWay, refuse, type ResolutionWay } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { BreakEvent } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { breakEvent } from '../report-breaks/break-facts.js';
import type { BreakPolicy } from './break-policy.js';
import { changeBreak, changedSince, lockBreak, type LockedBreak, stateAfter } from './change-break.js';
import {
  assertProposed,
  type BreakDecision,
  findDecision,
  type Proposed,
  readDecision,
  writeProposal,
  writeVerdict,
} from './decision-record.js';
import { type AskedWay, lockTarget, type Plan, planSettlement } from './plan-settlement.js';

const eventOf = {
  expect: 'explain',
  adjust: 'adjust',
  force: 'force',
  reopen: 'reopen',
} as const satisfies Record<DecisionWay, BreakEvent>;
const breakFacts = (b: LockedBreak) => ({
  ...{
    kind: b.class,
    businessDate: b.businessDate,
    amount: b.amount === null ? null : `${b.amount}`,
    currency: b.currency,
  },
});
const wayFacts = (d: Proposed) => ({
  ...{ way: d.way, account: d.account, counterAccount: d.counterAccount, matchedKey: d.matchedKey },
  gain: d.gain === null ? null : `${d.gain}`,
});

/** Refuses a way that breaks of the class are not settled in. @throws BREAK_WAY_NOT_ALLOWED */
function assertWay({ class: kind }: LockedBreak, way: ResolutionWay): void {
  const { ways } = breakClass(kind);
  if (ways.includes(way)) return;
  const others = ways.length === 0 ? 'it closes when its cause is gone' : `it is settled by ${ways.join(' or ')}`;
  throw refuse('BREAK_WAY_NOT_ALLOWED', `A break of class ${kind} is not settled by ${way}: ${others}`, { ways });
}

export type Asked = AskedWay & Readonly<{ id: string; breakId: string; reason: string; note?: string | undefined }>;

/**
 * Proposes a settlement of a break, or its taking back, and carries it out at once when one person may do so: returns which of
 * both. A repeat changes nothing.
 * @throws BREAK_SECOND_PERSON_REQUIRED for a key, BREAK_NOT_FOUND, BREAK_WAY_NOT_ALLOWED, BREAK_STATE, BREAK_DECISION_OPEN, and
 * the refusals of planSettlement
 */
export async function settleBreak(
  tx: EntityManager,
  asked: Asked,
  caller: Caller,
  policy: BreakPolicy,
  now: Date,
): Promise<'settled' | 'proposed'> {
  assertMayAsk(caller, 'breakDecision');
  const target = await lockTarget(tx, asked.breakId, asked);
  const { locked } = target;
  const earlier = await findDecision(tx, asked.id);
  if (earlier) return earlier.state === 'proposed' ? 'proposed' : 'settled';
  if (asked.way !== 'reopen') assertWay(locked, asked.way);
  stateAfter(locked, eventOf[asked.way]);
  const plan = await planSettlement(tx, target, asked);
  const proposed = proposalOf(asked, locked, plan, caller, now);
  await writeProposal(tx, proposed);
  const { secondPersonAbove: aloneLimit } = policy;
  const { size } = plan;
  if (size === null || (await settledAlone(tx, caller, now)) + size > aloneLimit) {
    await recordDecision(
      tx,
      {
        ...{ kind: 'break.proposed', subject: locked.id, actor: caller.actor, credential: caller.credential },
        ...{
          reason: asked.reason,
          before: null,
          after: { ...breakFacts(locked), ...wayFacts(proposed), state: 'proposed' },
        },
      },
      now,
    );
    return 'proposed';
  }
  const pending = { kind: 'breakDecision', subject: `Break ${locked.id}`, amount: size, askedBy: [] } as const;
  assertMayActAlone(caller, pending, policy.approval);
  await carryOut(tx, locked, plan, { ...proposed, aloneLimit }, caller, now);
  return 'settled';
}

function proposalOf(asked: Asked, locked: LockedBreak, plan: Plan, { actor }: Caller, now: Date): Proposed {
  const { way, entry, matchedKey, size } = plan;
  return {
    ...{
      id: asked.id,
      breakId: locked.id,
      breakVersion: locked.version,
      way,
      reason: asked.reason,
      note: asked.note ?? null,
    },
    account: entry?.account.code ?? null,
    counterAccount: entry?.counterName ?? null,
    gain: entry?.gain.minor ?? null,
    ...{ matchedKey, size, proposedBy: actor, proposedAt: now },
  };
}

const ALONE = statement(`
  select coalesce(sum(size), 0)::bigint as size from reconciliation.break_decision
   where decided_by = :actor and alone_limit is not null and decided_at >= :since`);

/**
 * Won of breaks that a person settled alone on this day: the limit cannot be passed in parts. The lock lasts until the
 * transaction ends, so that two requests at once count each other.
 */
async function settledAlone(tx: EntityManager, { actor }: Caller, now: Date): Promise<bigint> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('break-decision/' || $1, 0))`, [actor]);
  const [row] = await ALONE.rows<{ size: bigint }>(tx, { actor, since: instantAt(businessDateOf(now), '00:00:00') });
  return row?.size ?? 0n;
}

/** Posts the entry or its reversal, changes the breaks, and records the decision. */
async function carryOut(
  tx: EntityManager,
  locked: LockedBreak,
  { entry, takenBack, counterpart, way }: Plan,
  decision: Proposed & Readonly<{ aloneLimit: bigint | null }>,
  { actor, credential }: Caller,
  now: Date,
): Promise<void> {
  const { id, reason, note, aloneLimit } = decision;
  await writeVerdict(tx, id, { state: 'approved', decidedBy: actor, decidedAt: now, aloneLimit });
  if (entry) {
    const { account, counter, gain } = entry;
    await postLedger(tx, [breakAdjusted({ decisionId: id, account, counter, gain, effectiveAt: now })]);
  }
  if (takenBack) await postLedger(tx, [breakAdjustmentReversed({ ...takenBack, effectiveAt: now })]);
  const action = eventOf[way];
  const words = { by: actor, credential, reason, note, now };
  await changeBreak(
    tx,
    locked,
    { action, ...(decision.matchedKey !== null && { matchedKey: decision.matchedKey }) },
    words,
  );
  const other = way === 'force' ? { action, matchedKey: locked.subject } : { action };
  if (counterpart) await changeBreak(tx, counterpart, other, words);
  const state = stateAfter(locked, action);
  const changed = [locked, ...(counterpart ? [counterpart] : [])].map(breakEvent);
  if (way === 'reopen') await emit(tx, 'settlement.break-reopened', changed, now);
  else {
    const facts = changed.map(({ entityId, data }) => ({ entityId, data: { ...data, state } }));
    await emit(tx, 'settlement.break-settled', facts, now);
  }
  await recordDecision(
    tx,
    {
      ...{ subject: locked.id, actor, credential, reason },
      kind: way === 'reopen' ? 'break.reopened' : 'break.resolved',
      before: { ...breakFacts(locked), state: locked.state },
      after: {
        ...{ ...breakFacts(locked), ...wayFacts(decision), state, evidence: note },
        aloneLimit: aloneLimit === null ? null : `${aloneLimit}`,
      },
    },
    now,
  );
}

/**
 * Carries out a proposed settlement as a second person; a repeat changes nothing. @throws BREAK_DECISION_NOT_FOUND,
 * BREAK_DECISION_STATE, BREAK_STATE, BREAK_CHANGED, BREAK_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED
 */
export async function approveDecision(
  tx: EntityManager,
  id: string,
  caller: Caller,
  policy: BreakPolicy,
  now: Date,
): Promise<string> {
  const asked = await readDecision(tx, id);
  const { breakId } = asked;
  const target = await lockTarget(tx, breakId, askedAgain(asked));
  const { locked } = target;
  const decision = await readDecision(tx, id, 'for update');
  if (decision.state === 'approved' && decision.decidedBy === caller.actor) return breakId;
  const { size: amount, proposedBy } = decision;
  assertMayDecide(
    caller,
    { kind: 'breakDecision', subject: `Break ${breakId}`, amount, askedBy: [proposedBy] },
    policy.approval,
  );
  assertProposed(decision);
  stateAfter(locked, eventOf[decision.way]);
  await assertUnchanged(tx, decision);
  const plan = await planSettlement(tx, target, askedAgain(decision));
  if ((plan.entry?.account.code ?? null) !== decision.account)
    throw refuse(
      'BREAK_CHANGED',
      `The money of break ${breakId} has moved since the decision was proposed: decline it`,
    );
  await carryOut(tx, locked, plan, { ...decision, aloneLimit: null }, caller, now);
  return breakId;
}

function askedAgain({ way, counterAccount, gain, matchedKey }: BreakDecision): AskedWay {
  if (way === 'adjust' && counterAccount !== null && gain !== null) return { way, counterAccount, gain };
  if (way === 'force' && matchedKey !== null) return { way, key: matchedKey };
  return { way: way === 'reopen' ? way : 'expect' };
}

/** Refuses a decision about a break whose facts or state changed since. @throws BREAK_CHANGED */
async function assertUnchanged(tx: EntityManager, { breakId, breakVersion }: BreakDecision): Promise<void> {
  if (await changedSince(tx, breakId, breakVersion))
    throw refuse('BREAK_CHANGED', `Break ${breakId} changed after the decision was proposed: decline it`);
}

/** Declines a proposed settlement; a repeat changes nothing. @throws BREAK_DECISION_NOT_FOUND, BREAK_DECISION_STATE */
export async function declineDecision(
  tx: EntityManager,
  id: string,
  reason: string,
  { actor, credential }: Caller,
  now: Date,
): Promise<string> {
  const { breakId } = await readDecision(tx, id);
  const locked = await lockBreak(tx, breakId);
  const decision = await readDecision(tx, id, 'for update');
  if (decision.state === 'declined' && decision.decidedBy === actor) return breakId;
  assertProposed(decision);
  await writeVerdict(tx, id, { state: 'declined', decidedBy: actor, decidedAt: now, declineReason: reason });
  const facts = { ...breakFacts(locked), way: decision.way };
  const [before, after] = [
    { ...facts, state: 'proposed' },
    { ...facts, state: 'declined' },
  ];
  await recordDecision(tx, { kind: 'break.declined', subject: breakId, actor, credential, reason, before, after }, now);
  return breakId;
}
