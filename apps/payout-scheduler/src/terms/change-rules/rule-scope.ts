import { addDays, businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { readChargeDocument } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import { requireCharge } from '../commission-rules/create-rule.js';
import { selectRules } from '../commission-rules/rule-record.js';
import type { NewRule, RuleChangeAsked } from './rule-change-record.js';
import type { DatedRule, RuleScope } from './ruled-lines.js';

const DAYS_BACK = 365;

/**
 * The orders and rules that a change concerns. A rule of days to come concerns no order yet. Throws RULE_CHANGE_DATES when the
 * rule begins or ends more than a year ago; for a begin CHARGE_*, COMMISSION_RULE_DATES, COMMISSION_RULE_CONFLICT and COMMISSION_RULE_OVERLAP; for an end
 * COMMISSION_RULE_NOT_FOUND and COMMISSION_RULE_DATES.
 */
export const scopeOfChange = (tx: Executor, asked: RuleChangeAsked, now: Date): Promise<RuleScope> =>
  asked.kind === 'begin' ? beginScope(tx, asked.rule, now) : endScope(tx, asked, now);

async function beginScope(tx: Executor, rule: NewRule, now: Date): Promise<RuleScope> {
  const { id, category, productId, sellerId, effectiveFrom, effectiveTo, commission } = rule;
  requireCharge(rule);
  requireRecent(effectiveFrom, now, 'begin');
  if (effectiveTo !== null && effectiveTo <= effectiveFrom)
    throw refuse('COMMISSION_RULE_DATES', `A rule from ${effectiveFrom} cannot end on ${effectiveTo}`);
  const [known] = await selectRules(tx, 'id = $1', [id]);
  if (known) throw refuse('COMMISSION_RULE_CONFLICT', `Commission rule ${id} exists already`);
  await requireFree(tx, rule);
  const dimensions = { category, productId, sellerId };
  const begun = { id, ...dimensions, charge: commission, createdAt: now, effectiveFrom, effectiveTo };
  return { kind: 'begin', ruleId: id, dimensions, from: effectiveFrom, to: effectiveTo, rules: [begun] };
}

const OVERLAPPING = statement(`
  select id from payouts.commission_rule
   where (category, product_id, seller_id) is not distinct from (:category::text, :productId::text, :sellerId::text)
     and daterange(effective_from, effective_to) && daterange(:effectiveFrom::date, :effectiveTo::date) limit 1`);

async function requireFree(tx: Executor, rule: NewRule): Promise<void> {
  const { category, productId, sellerId, effectiveFrom, effectiveTo } = rule;
  const [other] = await OVERLAPPING.rows<{ id: string }>(tx, {
    ...{ category, productId, sellerId, effectiveFrom, effectiveTo },
  });
  if (other)
    throw refuse(
      'COMMISSION_RULE_OVERLAP',
      `Rule ${other.id} of the same category, product and seller holds on some of its days: end that one first`,
    );
}

async function endScope(
  tx: Executor,
  { ruleId, effectiveTo }: Extract<RuleChangeAsked, { kind: 'end' }>,
  now: Date,
): Promise<RuleScope> {
  const [rule] = await selectRules(tx, 'id = $1 for update', [ruleId]);
  if (!rule) throw refuse('COMMISSION_RULE_NOT_FOUND', `There is no commission rule ${ruleId}`);
  requireRecent(effectiveTo, now, 'end');
  const { category, productId, sellerId, effectiveFrom, effectiveTo: end } = rule;
  if (effectiveTo <= effectiveFrom)
    throw refuse('COMMISSION_RULE_DATES', `A rule from ${effectiveFrom} cannot end on ${effectiveTo}`);
  if (end !== null && effectiveTo >= end)
    throw refuse('COMMISSION_RULE_DATES', `The rule ends on ${end}: a rule is ended earlier, never later`);
  const dimensions = { category, productId, sellerId };
  const rules = await rulesOfDays(tx, ruleId, effectiveTo, end);
  return { kind: 'end', ruleId, dimensions, from: effectiveTo, to: end, rules };
}

const RULES_OF_DAYS = statement(`
  select id, category, product_id as "productId", seller_id as "sellerId", charge, created_at as "createdAt",
         effective_from as "effectiveFrom", effective_to as "effectiveTo"
    from payouts.commission_rule other
   where other.id <> :ruleId and daterange(effective_from, effective_to) && daterange(:from::date, :to::date)
     and exists (select from payouts.commission_rule ended where ended.id = :ruleId
                    and coalesce(ended.category = other.category, true) and coalesce(ended.product_id = other.product_id, true)
                    and coalesce(ended.seller_id = other.seller_id, true))`);

/** The other rules in force on some of these days that can match a line of the ended rule. */
async function rulesOfDays(tx: Executor, ruleId: string, from: string, to: string | null): Promise<DatedRule[]> {
  const rows = await RULES_OF_DAYS.rows<Omit<DatedRule, 'charge'> & { charge: unknown }>(tx, { ruleId, from, to });
  return rows.map((row) => ({ ...row, charge: readChargeDocument(row.charge) }));
}

function requireRecent(date: string, now: Date, what: 'begin' | 'end'): void {
  const first = addDays(businessDateOf(now), -DAYS_BACK);
  if (date >= first) return;
  const detail = `A rule cannot ${what} on ${date}, more than ${DAYS_BACK} days back: orders can be adjusted from ${first} on`;
  throw refuse('RULE_CHANGE_DATES', detail, { first });
}
