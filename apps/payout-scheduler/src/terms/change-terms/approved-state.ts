import type { Refusal } from '@jeongsan/http-contract';
import { type ApprovalRules, assertMayDecide, type Caller, type PendingDecision } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { termsChangeMachine, type TermsChangeEvent, type TermsChangeState } from '@jeongsan/state-machines';

type Change = Readonly<{
  id: string;
  state: TermsChangeState;
  decidedBy: string | null;
  contentHash: string;
  proposedAt: Date;
}>;
type Approval = Readonly<{
  contentHash: string;
  caller: Caller;
  rules: ApprovalRules;
  pending: PendingDecision;
  now: Date;
}>;
/** A proposal is decided within these days: later, what it was shown to change would say little. */
const PROPOSAL_DAYS = 30;
const DAY_MS = 86_400_000;
/** The error codes of a kind of change: of terms, or of a commission rule. */
type Kind = 'TERMS_CHANGE' | 'RULE_CHANGE';

/**
 * The state of a change after its approval; null: this person has approved the same content before. Throws the codes _STATE,
 * _SECOND_PERSON_REQUIRED and _STALE of its kind, APPROVAL_LIMIT_EXCEEDED and REAUTHENTICATION_REQUIRED.
 */
export function approvedState(
  kind: Kind,
  change: Change,
  { contentHash, caller, rules, pending, now }: Approval,
): TermsChangeState | null {
  const isSame = change.contentHash === contentHash;
  if (change.state === 'approved' && change.decidedBy === caller.actor && isSame) return null;
  const state = stateAfter(kind, change, 'approve');
  assertMayDecide(caller, pending, rules);
  if (!isSame) throw staleChange(kind, change.id, 'it is not what was shown');
  if (now.getTime() - change.proposedAt.getTime() > PROPOSAL_DAYS * DAY_MS)
    throw staleChange(kind, change.id, `it was proposed more than ${PROPOSAL_DAYS} days ago`);
  return state;
}

export function stateAfter(
  kind: Kind,
  { id, state }: Pick<Change, 'id' | 'state'>,
  event: TermsChangeEvent,
): TermsChangeState {
  const verdict = termsChangeMachine.classify(state, event);
  if (verdict.kind === 'move') return verdict.to;
  throw refuse(`${kind}_STATE`, `Change ${id} is ${state}: it cannot ${event}`, { state });
}

export const staleChange = (kind: Kind, changeId: string, why: string): Refusal =>
  refuse(`${kind}_STALE`, `Change ${changeId} cannot be approved, since ${why}: propose it again`);
