import { recordDecision } from '@jeongsan/audit';
import { emit, postLedger } from '@jeongsan/database';
import { type Account, breakAdjustmentReversed, chart } from '@jeongsan/ledger';
import { type Currency, money } from '@jeongsan/money';
import { type Actor, assertMayAsk, type Caller, isPerson, personActor } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';
import { counters, type RowPlace, sideOf } from './adjusted-account.js';
import { changeBreak, lockBreak, type LockedBreak } from './change-break.js';
import { type BreakDecision, decisionColumns } from './decision-record.js';
import { placeOf } from './plan-settlement.js';

type Remark = Readonly<{ remark?: string | undefined }>;

/** Gives a break to a person. @throws BREAK_NOT_FOUND, BREAK_STATE, BREAK_OWNER_INVALID */
export async function assignBreak(
  tx: EntityManager,
  breakId: string,
  { owner: name, remark }: Remark & Readonly<{ owner?: string | undefined }>,
  caller: Caller,
  now: Date,
): Promise<void> {
  const owner = name === undefined ? caller.actor : personActor(name.replace(/^person:/, ''));
  if (owner === null || !isPerson(owner)) throw refuse('BREAK_OWNER_INVALID', `${name ?? caller.actor} is no person`);
  await giveTo(tx, breakId, owner, remark, caller, now);
}

/** Takes a break back from its owner. @throws BREAK_NOT_FOUND, BREAK_STATE */
export const unassignBreak = (tx: EntityManager, breakId: string, { remark }: Remark, caller: Caller, now: Date) =>
  giveTo(tx, breakId, null, remark, caller, now);

async function giveTo(
  tx: EntityManager,
  breakId: string,
  owner: Actor | null,
  remark: string | undefined,
  { actor, credential }: Caller,
  now: Date,
): Promise<void> {
  const locked = await lockBreak(tx, breakId);
  const action = owner === null ? 'unassign' : 'assign';
  await changeBreak(tx, locked, { action, owner, remark }, { by: actor, credential, now });
  const { class: kind, businessDate } = locked;
  const facts = (who: Actor | null) => ({ kind, businessDate, owner: who });
  const decision = { subject: breakId, actor, credential, before: facts(locked.owner), after: facts(owner) };
  await recordDecision(tx, { kind: 'break.assigned', reason: remark ?? null, ...decision }, now);
}

/** Writes a comment into the history of a break. @throws BREAK_NOT_FOUND */
export async function commentBreak(
  tx: EntityManager,
  breakId: string,
  { remark }: Readonly<{ remark: string }>,
  { actor, credential }: Caller,
  now: Date,
): Promise<void> {
  const locked = await lockBreak(tx, breakId);
  await changeBreak(tx, locked, { action: 'comment', remark }, { by: actor, credential, now });
}

type Why = Readonly<{ reason: string; note?: string | undefined }>;

/** Takes a settlement of a break back, and reverses the entry of an adjustment. @throws BREAK_NOT_FOUND, BREAK_STATE */
export async function reopenBreak(
  tx: EntityManager,
  breakId: string,
  { reason, note }: Why,
  caller: Caller,
  now: Date,
): Promise<void> {
  assertMayAsk(caller, 'breakDecision');
  const { actor, credential } = caller;
  const locked = await lockBreak(tx, breakId);
  await changeBreak(tx, locked, { action: 'reopen' }, { by: actor, credential, reason, note, now });
  if (locked.state === 'ADJUSTED') await reverseAdjustment(tx, locked, now);
  const { class: kind, businessDate, subject } = locked;
  await emit(
    tx,
    'settlement.break-reopened',
    [{ entityId: breakId, data: { businessDate, class: kind, subject } }],
    now,
  );
  await recordDecision(
    tx,
    {
      ...{ kind: 'break.reopened', subject: breakId, actor, credential, reason },
      before: { kind, businessDate, state: locked.state },
      after: { kind, businessDate, state: 'REOPENED' },
    },
    now,
  );
}

/** The account that an adjusting entry's money is in: what was booked to pending money of a row becomes available with it. */
function accountNow(kind: LockedBreak['class'], booked: string, row: RowPlace): Account {
  const side = sideOf(kind).account(row);
  const hasMoved = kind === 'SETTLEMENT_CHANGED' && booked === chart.providerPending(row.providerAccount).code;
  return hasMoved ? side : { ...side, code: booked };
}

async function reverseAdjustment(tx: EntityManager, locked: LockedBreak, now: Date): Promise<void> {
  const [decision] = await tx.query<BreakDecision[]>(
    `select ${decisionColumns} from reconciliation.break_decision d
      where d.break_id = $1 and d.state = 'approved' and d.way = 'adjust' order by d.decided_at desc, d.id desc limit 1`,
    [locked.id],
  );
  if (!decision?.counterAccount || decision.gain === null || decision.account === null)
    throw new Error(`Break ${locked.id} is adjusted without a decision`);
  const account = accountNow(locked.class, decision.account, await placeOf(tx, locked));
  const gain = money(decision.gain, locked.currency as Currency);
  const counter = counters[decision.counterAccount];
  await postLedger(tx, [
    breakAdjustmentReversed({ decisionId: decision.id, account, counter, gain, effectiveAt: now }),
  ]);
}
