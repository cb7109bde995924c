import { isDeepStrictEqual } from 'node:util';
import { authorOf, type Json, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Input } from '@jeongsan/http-contract';
import { type Actor, type ApprovalRules, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { refuse, type createCommissionRule, type RefusalCode } from '@jeongsan/platform-contract';
import { chargeDocument, chargeProblem, type ChargeProblem } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import { type AloneLimits, NO_ALONE_LIMITS } from '../alone-limits/alone-limits.js';
import { assertRuleAlone } from '../alone-limits/assert-rule-alone.js';
import { selectRules, type RuleView } from './rule-record.js';

export type NewRule = Input<typeof createCommissionRule>['body'];

/**
 * Adds a commission rule; the same rule again changes nothing. A rule cannot begin in the past here, because orders of
 * those days are priced already: a change of a rule adjusts them. Throws PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED, CHARGE_*,
 * COMMISSION_RULE_DATES, COMMISSION_RULE_PAST, COMMISSION_RULE_OVERLAP, COMMISSION_RULE_CONFLICT and COMMISSION_RULE_SECOND_PERSON_REQUIRED.
 */
export async function createRule(
  tx: Executor,
  rule: NewRule,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
  alone: AloneLimits = NO_ALONE_LIMITS,
): Promise<RuleView> {
  assertMayRule(caller, rule.id, rules);
  const known = await repeated(tx, rule);
  if (known) return known;
  requireCharge(rule);
  requireDates(rule, businessDateOf(now));
  const days = { from: rule.effectiveFrom, until: rule.effectiveTo };
  await assertRuleAlone(tx, { ...rule, createdAt: now, days }, alone);
  await insertRule(tx, rule, caller.actor, now);
  const stored = await repeated(tx, rule);
  if (!stored) throw new Error(`The rule ${rule.id} is gone right after it was written`);
  const decided = { subject: rule.id, ...authorOf(caller), reason: null, before: null, after: ruleFacts(stored) };
  await recordDecision(tx, { kind: 'commission-rule.created', ...decided }, now);
  return stored;
}

/** What the audit trail keeps of a rule. */
export const ruleFacts = ({ category, productId, sellerId, commission, effectiveFrom, effectiveTo }: RuleView) => ({
  ...{ category, productId, sellerId, effectiveFrom, effectiveTo },
  charge: chargeDocument(commission) as Json,
});

/** Throws unless the caller may decide on a rule. The decision has no amount, because the rule prices future orders. */
export const assertMayRule = (caller: Caller, ruleId: string, rules: ApprovalRules): void =>
  assertMayDecide(
    caller,
    { kind: 'commissionRule', subject: `Commission rule ${ruleId}`, amount: null, askedBy: [] },
    rules,
  );

/**
 * The existing rule with the same id and content; undefined if there is none. An end date set later is no difference.
 */
async function repeated(tx: Executor, rule: NewRule): Promise<RuleView | undefined> {
  const [known] = await selectRules(tx, 'id = $1', [rule.id]);
  if (!known) return undefined;
  const {
    createdAt: _at,
    createdBy: _by,
    endedBy: _endedBy,
    numbersNeeded: _numbers,
    effectiveTo: end,
    ...facts
  } = known;
  const { effectiveTo: askedEnd, ...asked } = rule;
  const isSameEnd = end === askedEnd || (end !== null && (askedEnd === null || end < askedEnd));
  if (isSameEnd && isDeepStrictEqual(facts, asked)) return known;
  throw refuse('COMMISSION_RULE_CONFLICT', `Commission rule ${rule.id} was set before with other content`);
}

const codeOf = {
  RATE_OUT_OF_BOUNDS: 'CHARGE_RATE_OUT_OF_BOUNDS',
  FORMULA_INVALID: 'CHARGE_FORMULA_INVALID',
  FORMULA_NEGATIVE: 'CHARGE_FORMULA_NEGATIVE',
} as const satisfies Record<ChargeProblem['kind'], RefusalCode>;

export function requireCharge({ commission }: NewRule): void {
  const problem = chargeProblem(commission.charge, 'COMMISSION');
  if (!problem) return;
  const { kind, detail, ...where } = problem;
  throw refuse(codeOf[kind], detail, where);
}

function requireDates({ effectiveFrom, effectiveTo }: NewRule, today: string): void {
  if (effectiveTo !== null && effectiveTo <= effectiveFrom) {
    throw refuse('COMMISSION_RULE_DATES', `A rule from ${effectiveFrom} cannot end on ${effectiveTo}`);
  }
  if (effectiveFrom < today) {
    throw refuse('COMMISSION_RULE_PAST', `A rule cannot begin on ${effectiveFrom}: today is ${today}`);
  }
}

const INSERT = statement(`
  insert into payouts.commission_rule (id, category, product_id, seller_id, charge, effective_from, effective_to, created_at, created_by)
  values (:id, :category, :productId, :sellerId, :charge, :effectiveFrom, :effectiveTo, :createdAt, :createdBy) on conflict (id) do nothing`);

export async function insertRule(tx: Executor, rule: NewRule, createdBy: Actor, now: Date): Promise<void> {
  const { id, category, productId, sellerId, commission, effectiveFrom, effectiveTo } = rule;
  try {
    await INSERT.rows(tx, {
      id,
      category,
      productId,
      sellerId,
      charge: chargeDocument(commission),
      effectiveFrom,
      effectiveTo,
      createdAt: now,
      createdBy,
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'one_rule_at_a_time') throw error;
    const detail =
      'Another rule of the same category, product and seller holds on some of its days: end that one first';
    throw refuse('COMMISSION_RULE_OVERLAP', detail);
  }
}
