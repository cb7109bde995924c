import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { createCommissionRule } from '@jeongsan/platform-contract';
import { numbersNeeded, readChargeDocument } from '@jeongsan/settlement';

export type RuleView = Output<typeof createCommissionRule>;
export type RuleRow = Omit<RuleView, 'commission' | 'numbersNeeded'> & { charge: unknown };

export const SELECT_RULES = `select id, category, product_id as "productId", seller_id as "sellerId", charge, effective_from as "effectiveFrom",
  effective_to as "effectiveTo", created_at as "createdAt", created_by as "createdBy", ended_by as "endedBy" from payouts.commission_rule`;

/** Reads commission rules; `where` is the SQL after `where`, with order and limit. */
export async function selectRules(db: Executor, where: string, parameters: unknown[]): Promise<RuleView[]> {
  const rows = await db.query<RuleRow[]>(`${SELECT_RULES} where ${where}`, parameters);
  return rows.map(ruleOf);
}

export function ruleOf({ charge, ...row }: RuleRow): RuleView {
  const commission = readChargeDocument(charge);
  return { ...row, commission, numbersNeeded: numbersNeeded([commission]) };
}
