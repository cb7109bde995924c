import { recordDecision } from '@jeongsan/audit';
import { type Actor, type Caller, isPerson, personActor } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';
import { changeBreak, lockBreak } from './change-break.js';

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
  if (owner === null && locked.owner === null)
    throw refuse('BREAK_STATE', `Break ${breakId} has no owner`, { state: locked.state });
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
