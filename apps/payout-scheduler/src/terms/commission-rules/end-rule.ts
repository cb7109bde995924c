import { authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Actor, ApprovalRules, Caller } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { type AloneLimits, NO_ALONE_LIMITS } from '../alone-limits/alone-limits.js';
import { assertRuleAlone } from '../alone-limits/assert-rule-alone.js';
import { assertMayRule, ruleFacts } from './create-rule.js';
import { selectRules, type RuleView } from './rule-record.js';

/**
 * Ends a rule on today or a later date; a repeat changes nothing. A rule cannot be made longer: add another rule.
 * Throws PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED, COMMISSION_RULE_NOT_FOUND,
 * COMMISSION_RULE_DATES, COMMISSION_RULE_PAST and COMMISSION_RULE_SECOND_PERSON_REQUIRED.
 */
export async function endRule(
  tx: Executor,
  ruleId: string,
  effectiveTo: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
  alone: AloneLimits = NO_ALONE_LIMITS,
): Promise<RuleView> {
  assertMayRule(caller, ruleId, rules);
  const [rule] = await selectRules(tx, 'id = $1 for update', [ruleId]);
  if (!rule) throw refuse('COMMISSION_RULE_NOT_FOUND', `There is no commission rule ${ruleId}`);
  if (rule.effectiveTo === effectiveTo) return rule;
  if (effectiveTo <= rule.effectiveFrom) {
    throw refuse('COMMISSION_RULE_DATES', `A rule from ${rule.effectiveFrom} cannot end on ${effectiveTo}`);
  }
  const today = businessDateOf(now);
  if (effectiveTo < today || (rule.effectiveTo !== null && rule.effectiveTo <= today)) {
    throw refuse('COMMISSION_RULE_PAST', `Today is ${today}: what a rule was for before is not changed`);
  }
  if (rule.effectiveTo !== null && effectiveTo > rule.effectiveTo) {
    throw refuse('COMMISSION_RULE_DATES', `The rule ends on ${rule.effectiveTo}: for longer, set another one`);
  }
  await assertRuleAlone(tx, { ...rule, days: { from: effectiveTo, until: rule.effectiveTo } }, alone);
  const endedBy = caller.actor;
  await writeEnd(tx, ruleId, effectiveTo, endedBy);
  const ended = { ...rule, effectiveTo, endedBy };
  const facts = { before: ruleFacts(rule), after: ruleFacts(ended) };
  await recordDecision(
    tx,
    { kind: 'commission-rule.ended', subject: ruleId, ...authorOf(caller), reason: null, ...facts },
    now,
  );
  return ended;
}

export async function writeEnd(tx: Executor, ruleId: string, effectiveTo: string, endedBy: Actor): Promise<void> {
  await tx.query('update payouts.commission_rule set effective_to = $2, ended_by = $3 where id = $1', [
    ...[ruleId, effectiveTo, endedBy],
  ]);
}
