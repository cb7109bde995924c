import { type Executor, pageSize } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type listCommissionRules, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { ruleOf, type RuleRow, type RuleView, SELECT_RULES, selectRules } from './rule-record.js';

const RULES = statement(`
  ${SELECT_RULES}
   where (:category::text is null or category = :category) and (:productId::text is null or product_id = :productId)
     and (:sellerId::text is null or seller_id = :sellerId)
     and (:on::date is null or (effective_from <= :on and (effective_to is null or :on < effective_to)))
     and (:after::uuid is null or id > :after)
   order by id limit :rows`);

export async function readRules(
  db: Executor,
  query: Input<typeof listCommissionRules>['query'],
): Promise<Output<typeof listCommissionRules>> {
  const limit = pageSize(query.limit);
  const rows = await RULES.rows<RuleRow>(db, {
    category: query.category ?? null,
    productId: query.productId ?? null,
    sellerId: query.sellerId ?? null,
    on: query.on ?? null,
    after: query.after ?? null,
    rows: limit + 1,
  });
  const rules = rows.map(ruleOf);
  const items = rules.slice(0, limit);
  return { items, nextCursor: rules.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** One rule. Throws COMMISSION_RULE_NOT_FOUND. */
export async function readRule(db: Executor, ruleId: string): Promise<RuleView> {
  const [rule] = await selectRules(db, 'id = $1', [ruleId]);
  if (!rule) throw refuse('COMMISSION_RULE_NOT_FOUND', `There is no commission rule ${ruleId}`);
  return rule;
}
