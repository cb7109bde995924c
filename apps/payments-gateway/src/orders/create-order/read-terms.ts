import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { dimensionsText, possibleDimensions, type RuleDimensions } from '@jeongsan/settlement';
import type { OrderFacts } from './check-order.js';

export type RuleRow = RuleDimensions & Readonly<{ id: string; charge: unknown; createdAt: string }>;

/** A seller's terms for an order. `knownHash`, `isPaidAlready` and `rules` belong to the whole order and are equal on every row. */
export type SellerTermsRow = Readonly<{
  sellerId: string;
  isOnboarded: boolean;
  termsFrom: string | null;
  document: unknown;
  knownHash: string | null;
  /** An unallocated payment has the order's number. */
  isPaidAlready: boolean;
  rules: readonly RuleRow[] | null;
}>;

// Dates are compared as text, because an order may claim any date and Postgres does not know all of them.
const TERMS = `
  with rules as (
    select json_agg(json_build_object('id', r.id, 'category', r.category, 'productId', r.product_id, 'sellerId', r.seller_id,
                                      'charge', r.charge, 'createdAt', r.created_at)) as list
      from payouts.commission_rule r
     where r.dimensions = any($4) and to_char(r.effective_from, 'YYYY-MM-DD') <= $3
       and (r.effective_to is null or $3 < to_char(r.effective_to, 'YYYY-MM-DD'))
  )
  select asked.seller_id as "sellerId", known.seller_id is not null as "isOnboarded",
         terms.effective_from as "termsFrom", terms.document,
         (select facts_hash from gateway.orders where order_id = $1) as "knownHash",
         exists (select from gateway.payment where order_id is null and provider_order_id = $1) as "isPaidAlready", (select list from rules) as rules
    from unnest($2::text[]) as asked(seller_id)
    left join onboarding.seller known on known.seller_id = asked.seller_id
    left join lateral (
      select effective_from, document from payouts.seller_terms t
       where t.seller_id = asked.seller_id and to_char(t.effective_from, 'YYYY-MM-DD') <= $3
       order by t.effective_from desc limit 1) terms on true`;

/** One row for each seller of the order; every row also has all commission rules that can match a line of the order. */
export function readTerms(db: Executor, order: OrderFacts): Promise<SellerTermsRow[]> {
  const sellerIds = [...new Set(order.lines.map((line) => line.sellerId))];
  const dimensions = [...new Set(order.lines.flatMap(possibleDimensions).map(dimensionsText))];
  return db.query<SellerTermsRow[]>(TERMS, [order.orderId, sellerIds, businessDateOf(order.orderedAt), dimensions]);
}
