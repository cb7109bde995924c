import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { RoundedCharge } from '@jeongsan/settlement';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, CategoryName, NumbersNeeded, ProductKey, SellerKey } from './values.js';

const dimensions = {
  category: CategoryName.nullable(),
  productId: ProductKey.nullable(),
  sellerId: SellerKey.nullable(),
};
const RuleId = z.uuid();

/** A commission that replaces the commission of the seller's terms, for lines that match every dimension of the rule. */
export const CommissionRuleIn = z
  .object({
    /** Chosen by the caller: a repeated request with the same id creates no second rule. */
    id: RuleId,
    category: dimensions.category.default(null),
    productId: dimensions.productId.default(null),
    sellerId: dimensions.sellerId.default(null),
    commission: RoundedCharge,
    /** The first Asia/Seoul date of orders under this rule; today or later. */
    effectiveFrom: BusinessDate,
    /** The first date of orders no longer under this rule; null: no end. */
    effectiveTo: BusinessDate.nullable().default(null),
  })
  .refine((rule) => rule.category !== null || rule.productId !== null || rule.sellerId !== null, {
    message: 'A rule names a category, a product or a seller',
    path: ['category'],
  });

export const CommissionRuleView = z.object({
  id: RuleId,
  ...dimensions,
  commission: RoundedCharge,
  effectiveFrom: BusinessDate,
  effectiveTo: BusinessDate.nullable(),
  createdAt: Instant,
  createdBy: z.string(),
  /** The last caller who ended this rule or moved its end forward; null: no caller did. */
  endedBy: z.string().nullable(),
  numbersNeeded: NumbersNeeded,
});

export const createCommissionRule = endpoint({
  method: 'POST',
  path: '/commission-rules',
  summary:
    'A commission by category, product and seller, for orders from a day on. Most dimensions win, ties go to the oldest rule; without a rule the terms apply.',
  security: 'bearer',
  scope: 'terms:write',
  body: CommissionRuleIn,
  success: { status: 201, body: CommissionRuleView },
  errors: may(
    'CHARGE_RATE_OUT_OF_BOUNDS',
    'CHARGE_FORMULA_INVALID',
    'CHARGE_FORMULA_NEGATIVE',
    'COMMISSION_RULE_CONFLICT',
    'COMMISSION_RULE_DATES',
    'COMMISSION_RULE_PAST',
    'COMMISSION_RULE_SECOND_PERSON_REQUIRED',
    'COMMISSION_RULE_OVERLAP',
    'PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const listCommissionRules = endpoint({
  method: 'GET',
  path: '/commission-rules',
  summary: 'Commission rules by id.',
  security: 'bearer',
  scope: 'sellers:read',
  query: z.object({
    category: CategoryName.optional(),
    productId: ProductKey.optional(),
    sellerId: SellerKey.optional(),
    /** Only rules in force for orders of this date. */
    on: BusinessDate.optional(),
    after: RuleId.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(CommissionRuleView) },
  errors: may(),
});

export const getCommissionRule = endpoint({
  method: 'GET',
  path: '/commission-rules/{ruleId}',
  summary: 'One commission rule.',
  security: 'bearer',
  scope: 'sellers:read',
  params: z.object({ ruleId: RuleId }),
  success: { status: 200, body: CommissionRuleView },
  errors: may('COMMISSION_RULE_NOT_FOUND'),
});

export const endCommissionRule = endpoint({
  method: 'POST',
  path: '/commission-rules/{ruleId}/end',
  summary: 'End a rule on a day, today or later. It can be ended earlier than planned, never later.',
  security: 'bearer',
  scope: 'terms:write',
  params: z.object({ ruleId: RuleId }),
  body: z.object({ effectiveTo: BusinessDate }),
  success: { status: 200, body: CommissionRuleView },
  errors: may(
    'COMMISSION_RULE_NOT_FOUND',
    'COMMISSION_RULE_DATES',
    'COMMISSION_RULE_PAST',
    'COMMISSION_RULE_SECOND_PERSON_REQUIRED',
    'PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const commissionRulesContract = {
  createCommissionRule,
  listCommissionRules,
  getCommissionRule,
  endCommissionRule,
} as const;
