import { type Executor, filteredList, fromDay, is, toDay } from '@jeongsan/database';
import { type Input, type Output } from '@jeongsan/http-contract';
import type { Actor } from '@jeongsan/nest-kit';
import { type BreakDecisionView, type listBreakDecisions, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { z } from 'zod';
import type { CounterAccount } from './adjusted-account.js';

/** A settlement of a break by people, as stored. */
export type BreakDecision = Omit<z.output<typeof BreakDecisionView>, 'counterAccount' | 'proposedBy' | 'decidedBy'> &
  Readonly<{
    counterAccount: CounterAccount | null;
    proposedBy: Actor;
    decidedBy: Actor | null;
    breakVersion: number;
  }>;

const columnsOf = (
  row: string,
): string => `${row}.id, ${row}.break_id as "breakId", ${row}.break_version as "breakVersion", ${row}.way, ${row}.state, ${row}.reason, ${row}.note, ${row}.account,
  ${row}.counter_account as "counterAccount", ${row}.gain, ${row}.matched_key as "matchedKey", ${row}.size, ${row}.proposed_by as "proposedBy",
  ${row}.proposed_at as "proposedAt", ${row}.decided_by as "decidedBy", ${row}.decided_at as "decidedAt", ${row}.decline_reason as "declineReason"`;
export const decisionColumns = columnsOf('d');

export async function findDecision(
  db: Executor,
  id: string,
  lock: '' | 'for update' = '',
): Promise<BreakDecision | undefined> {
  const [row] = await db.query<BreakDecision[]>(
    `select ${decisionColumns} from reconciliation.break_decision d where d.id = $1 ${lock}`,
    [id],
  );
  return row;
}

/** Reads one decision. @throws BREAK_DECISION_NOT_FOUND */
export async function readDecision(db: Executor, id: string, lock: '' | 'for update' = ''): Promise<BreakDecision> {
  const found = await findDecision(db, id, lock);
  if (!found) throw refuse('BREAK_DECISION_NOT_FOUND', `There is no decision ${id} about a break`);
  return found;
}

const DECISIONS = filteredList({
  from: 'reconciliation.break_decision',
  columns: columnsOf('x'),
  order: [
    { column: 'proposed_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: false,
  leads: {
    breakId: is('x.break_id', 'uuid'),
    state: is('x.state'),
    from: fromDay('x.proposed_at'),
    to: toDay('x.proposed_at'),
  },
  checks: { way: is('x.way') },
});

/** Settlements of breaks, oldest first. */
export const readDecisions = (
  db: Executor,
  query: Input<typeof listBreakDecisions>['query'],
): Promise<Output<typeof listBreakDecisions>> => DECISIONS.page<BreakDecision>(db, query);

const PROPOSE = statement(`
  insert into reconciliation.break_decision (id, break_id, break_version, way, reason, note, account, counter_account, gain, matched_key, size,
    state, proposed_by, proposed_at)
  values (:id, :breakId, :breakVersion, :way, :reason, :note, :account, :counterAccount, :gain, :matchedKey, :size,
    'proposed', :proposedBy, :proposedAt)
  on conflict (break_id) where state = 'proposed' do nothing returning id`);

export type Proposed = Omit<BreakDecision, 'state' | 'decidedBy' | 'decidedAt' | 'declineReason'>;

/** Writes a proposed settlement. @throws BREAK_DECISION_OPEN */
export async function writeProposal(tx: Executor, proposed: Proposed): Promise<void> {
  const made = await PROPOSE.rows(tx, proposed);
  if (made.length > 0) return;
  throw refuse('BREAK_DECISION_OPEN', `Break ${proposed.breakId} has a settlement that waits for its second person`);
}

const DECIDE = statement(`
  update reconciliation.break_decision
     set state = :state, decided_by = :decidedBy, decided_at = :decidedAt, alone_limit = :aloneLimit, decline_reason = :declineReason
   where id = :id`);

type Verdict = Readonly<{ decidedBy: Actor; decidedAt: Date }> &
  (Readonly<{ state: 'approved'; aloneLimit: bigint | null }> | Readonly<{ state: 'declined'; declineReason: string }>);

export async function writeVerdict(tx: Executor, id: string, verdict: Verdict): Promise<void> {
  await DECIDE.rows(tx, { aloneLimit: null, declineReason: null, ...verdict, id });
}

/** Refuses a decision that was taken. @throws BREAK_DECISION_STATE */
export function assertProposed({ id, state }: BreakDecision): void {
  if (state !== 'proposed') throw refuse('BREAK_DECISION_STATE', `Decision ${id} is ${state}`, { state });
}
