import { authorOf, recordDecision } from '@jeongsan/audit';
import { type ApprovalRules, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import type { Actor } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';

/** What two people decide by versions: the table, its name in sentences, and the kinds of decision of the audit trail. */
const versioned = {
  rule: { noun: 'Matching rule', active: 'matching-rule.approved', rejected: 'matching-rule.rejected' },
  fee_table: { noun: 'Fee table', active: 'fee-table.approved', rejected: 'fee-table.rejected' },
  severity_rule: { noun: 'Severity rule', active: 'severity-rule.approved', rejected: 'severity-rule.rejected' },
} as const;
export type Versioned = keyof typeof versioned;

type Version = { state: string; effectiveFrom: string; proposedBy: Actor; decidedBy: Actor | null };

/** SQL: the columns of a version that every versioned table has. */
export const VERSION_VIEW = `v.id, v.effective_from::text as "effectiveFrom", v.state, v.reason, v.proposed_by as "proposedBy",
  v.proposed_at as "proposedAt", v.decided_by as "decidedBy", v.decided_at as "decidedAt"`;

/**
 * Puts a proposed version in force, or rejects it; a repeat by the same person changes nothing. The decision has no amount, because it
 * is about all later runs. Throws MATCHING_RULE_NOT_FOUND, MATCHING_RULE_STATE, MATCHING_RULE_TAKEN, and to approve
 * MATCHING_RULE_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED.
 */
export async function decideVersion(
  tx: EntityManager,
  table: Versioned,
  id: string,
  verdict: 'active' | 'rejected',
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<void> {
  const { noun, ...kinds } = versioned[table];
  const [version] = await tx.query<Version[]>(
    `select ${VERSION_VIEW} from reconciliation.${table} v where id = $1 for update`,
    [id],
  );
  if (!version) throw refuse('MATCHING_RULE_NOT_FOUND', `There is no ${noun.toLowerCase()} ${id}`);
  const { state, effectiveFrom, proposedBy, decidedBy } = version;
  if (state === verdict && decidedBy === caller.actor) return;
  if (verdict === 'active') {
    const subject = `${noun} ${id}`;
    assertMayDecide(caller, { kind: 'matchingRule', subject, amount: null, askedBy: [proposedBy] }, rules);
  }
  if (state !== 'proposed') throw refuse('MATCHING_RULE_STATE', `${noun} ${id} is ${state} already`);
  await activate(tx, table, id, verdict, caller.actor, now);
  await recordDecision(
    tx,
    {
      ...{ kind: kinds[verdict], subject: id, ...authorOf(caller), reason: null },
      ...{ before: { state, effectiveFrom }, after: { state: verdict, effectiveFrom } },
    },
    now,
  );
}

async function activate(tx: EntityManager, table: Versioned, id: string, verdict: string, by: Actor, now: Date) {
  try {
    await tx.query(`update reconciliation.${table} set state = $2, decided_by = $3, decided_at = $4 where id = $1`, [
      id,
      verdict,
      by,
      now,
    ]);
  } catch (error) {
    if (!String((error as { constraint?: string }).constraint).endsWith('_of_a_day')) throw error;
    throw refuse('MATCHING_RULE_TAKEN', `Another version begins on the same day as ${versioned[table].noun} ${id}`);
  }
}
