import type { Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { dimensionCount, readChargeDocument, type RoundedCharge, type RuleDimensions } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import { agreedTerms, type Days } from './agreed-terms.js';
import { type AloneLimits, isWithin } from './alone-limits.js';

/** A rule that begins or ends, and the days on which it begins to hold, or holds no more. */
export type RuleAlone = RuleDimensions &
  Readonly<{ id: string; commission: RoundedCharge; createdAt: Date; days: Days }>;

/**
 * Throws COMMISSION_RULE_SECOND_PERSON_REQUIRED for a rule that reaches more sellers than one person may change alone, or that
 * moves the commission of its one seller further than that person may move it by terms.
 */
export async function assertRuleAlone(tx: Executor, rule: RuleAlone, limits: AloneLimits): Promise<void> {
  await assertReach(tx, rule, limits.sellers);
  await assertRate(tx, rule, limits.rate);
}

const REACHED = statement(`
  select count(*)::int as sellers from (select distinct seller_id from payouts.seller_terms limit :most) reached`);

async function assertReach(tx: Executor, { id, sellerId }: RuleAlone, most: number | null): Promise<void> {
  if (most === null || (sellerId !== null && most > 0)) return;
  const [row] = await REACHED.rows<{ sellers: number }>(tx, { most: most + 1 });
  if ((row?.sellers ?? 0) > most) throw beyond(id, `reaches more than ${most} sellers`);
}

// Of the rules that match a line, the one with the most dimensions is charged, and of those the oldest (ruleFor).
const REPLACED = statement(`
  select charge from payouts.commission_rule
   where id <> :id and daterange(effective_from, effective_to) && daterange(:from::date, :until::date)
     and coalesce(category = :category, true) and coalesce(product_id = :productId, true) and coalesce(seller_id = :sellerId, true)
     and (num_nonnulls(category, product_id, seller_id) < :dimensions::int
          or num_nonnulls(category, product_id, seller_id) = :dimensions::int and created_at > :createdAt)`);

/** Holds the charge of a rule against all that is charged in its place without the rule. */
async function assertRate(tx: Executor, rule: RuleAlone, most: number | null): Promise<void> {
  const { id, category, productId, sellerId, commission, createdAt, days } = rule;
  if (most === null || sellerId === null) return;
  const agreed = await agreedTerms(tx, sellerId, days);
  const replaced = await REPLACED.rows<{ charge: unknown }>(tx, {
    ...{ id, category, productId, sellerId, createdAt, ...days },
    dimensions: dimensionCount(rule),
  });
  const others = [
    ...agreed.map((terms) => terms.commission),
    ...replaced.map(({ charge }) => readChargeDocument(charge)),
  ];
  if (agreed.length > 0 && others.every((other) => isWithin(other, commission, most))) return;
  throw beyond(id, `moves the commission of seller ${sellerId} further than one person may`);
}

const beyond = (ruleId: string, why: string) =>
  refuse(
    'COMMISSION_RULE_SECOND_PERSON_REQUIRED',
    `Commission rule ${ruleId} ${why}: propose it at /commission-rule-changes, another person decides`,
  );
