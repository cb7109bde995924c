import type { Actor } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { breakMachine, type BreakEvent, breakStates, type BreakState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import type { BreakClass } from '../report-breaks/report-breaks.js';

/** A break whose row is locked until the transaction ends. */
export type LockedBreak = Readonly<{
  id: string;
  class: BreakClass;
  subject: string;
  businessDate: string;
  state: BreakState;
  version: number;
  owner: Actor | null;
  amount: bigint | null;
  currency: string;
  matchedKey: string | null;
  reason: string | null;
  note: string | null;
}>;
/** Who changes a break, and with which words about the settlement. */
export type Words = Readonly<{
  by: Actor;
  credential: string;
  reason?: string | null;
  note?: string | null | undefined;
  now: Date;
}>;

const LOCK = `
  select id, class, subject, business_date as "businessDate", state, version, owner, amount, currency, matched_key as "matchedKey",
         reason, note
    from reconciliation.break where id = any($1::uuid[]) order by id for update`;

/** Locks breaks in the order of their ids, so that two decisions about the same breaks wait for each other. @throws BREAK_NOT_FOUND */
export async function lockBreaks(tx: EntityManager, ids: readonly string[]): Promise<Map<string, LockedBreak>> {
  const rows = await tx.query<LockedBreak[]>(LOCK, [ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw refuse('BREAK_NOT_FOUND', `There is no break ${missing}`);
  return found;
}

export async function lockBreak(tx: EntityManager, id: string): Promise<LockedBreak> {
  const found = (await lockBreaks(tx, [id])).get(id);
  if (!found) throw refuse('BREAK_NOT_FOUND', `There is no break ${id}`);
  return found;
}

/** The state after an event. @throws BREAK_STATE */
export function stateAfter({ id, state }: Pick<LockedBreak, 'id' | 'state'>, event: BreakEvent): BreakState {
  const verdict = breakMachine.classify(state, event);
  if (verdict.kind === 'move') return verdict.to;
  throw refuse('BREAK_STATE', `Break ${id} is ${state}: ${event} does not apply`, { state });
}

const CHANGE = statement(`
  update reconciliation.break
     set state = :state,
         resolved_at = case when :isOpen then null when :state = state then resolved_at else :now::timestamptz end, owner = :owner, matched_key = :matchedKey,
         announced = announced or :isReopened, version = version + 1, action = :action,
         changed_at = :now, changed_by = :by, credential = :credential, reason = :reason, note = :note, remark = :remark
   where id = :id`);

type Change = Readonly<{
  action: BreakEvent | 'comment';
  owner?: Actor | null;
  matchedKey?: string;
  remark?: string | undefined;
}>;
/** Changes that settle nothing: the words of the last settlement stay. */
const keepsWords: readonly Change['action'][] = ['comment', 'assign', 'unassign'];

/** Changes a locked break; the database writes the change to the break's history. @throws BREAK_STATE */
export async function changeBreak(
  tx: EntityManager,
  locked: LockedBreak,
  { action, owner = locked.owner, matchedKey, remark = '' }: Change,
  { by, credential, reason = null, note = null, now }: Words,
): Promise<void> {
  const state = action === 'comment' ? locked.state : stateAfter(locked, action);
  const isOpen = breakStates.open.includes(state);
  const words = keepsWords.includes(action) ? { reason: locked.reason, note: locked.note } : { reason, note };
  await CHANGE.rows(tx, {
    ...{
      id: locked.id,
      state,
      isOpen,
      isReopened: action === 'reopen',
      owner,
      action,
      by,
      credential,
      now,
    },
    ...words,
    remark: remark === '' ? null : remark,
    matchedKey: matchedKey ?? (isOpen ? null : locked.matchedKey),
  });
}

const CHANGED = statement(`
  select exists (select from reconciliation.break_event
                  where break_id = :breakId and version > :version and action not in ('comment', 'assign', 'unassign')) as changed`);

/** Whether the facts or the state of a break changed after a version. Owners and comments are neither. */
export async function changedSince(tx: EntityManager, breakId: string, version: number): Promise<boolean> {
  const [row] = await CHANGED.rows<{ changed: boolean }>(tx, { breakId, version });
  return row?.changed ?? false;
}
