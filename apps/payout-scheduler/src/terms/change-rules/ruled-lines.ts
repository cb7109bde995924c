import { businessDateOf, instantAt } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import {
  type CommissionRule,
  dimensionCount,
  type LineComponents,
  readChargeDocument,
  readPricingDocument,
  readTermsDocument,
  type RuleDimensions,
  ruleFor,
  termsDifference,
  underRule,
} from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import {
  CANCELED,
  currentOf,
  FROZEN,
  IS_PAID,
  type LineStep,
  type MaybeRepriced,
  REPRICED,
  repricedBy,
  RULED,
} from '../change-terms/changed-lines.js';

const LINES_PER_PAGE = 2_000;

export type DatedRule = CommissionRule & Readonly<{ effectiveFrom: string; effectiveTo: string | null }>;

/**
 * What a change does to rules. `dimensions`: those of the rule that begins or ends. Orders from `from` on, and before `to` (null: no
 * end), are concerned. `rules`: the rules that an order of these days can have after the change.
 */
export type RuleScope = Readonly<{
  kind: 'begin' | 'end';
  ruleId: string;
  dimensions: RuleDimensions;
  from: string;
  to: string | null;
  rules: readonly DatedRule[];
}>;

const MATCHES = `o.ordered_at >= :from and (:to::timestamptz is null or o.ordered_at < :to)
     and (:category::text is null or l.category = :category) and (:productId::text is null or l.product_id = :productId)`;

const SELLERS = statement(`
  select distinct l.seller_id as "sellerId" from gateway.order_line l join gateway.orders o on o.order_id = l.order_id
   where ${MATCHES} and (:sellerId::text is null or l.seller_id = :sellerId) order by 1 limit :limit`);

const bounds = ({ from, to, dimensions: { category, productId } }: RuleScope) => ({
  from: instantAt(from, '00:00:00'),
  to: to === null ? null : instantAt(to, '00:00:00'),
  category,
  productId,
});

/** At most `limit` sellers with lines that the rule of a change matches, by id. */
export async function sellersInScope(tx: Executor, scope: RuleScope, limit: number): Promise<string[]> {
  const rows = await SELLERS.rows<{ sellerId: string }>(tx, {
    ...bounds(scope),
    sellerId: scope.dimensions.sellerId,
    limit,
  });
  return rows.map(({ sellerId }) => sellerId);
}

/** A line under the changed rules. `isShown`: the line is one of the proposed ones. `isPaid`: its buyer has paid. */
export type RuledLine = Readonly<{ step: LineStep; isShown: boolean; isPaid: boolean }>;

type Row = LineComponents &
  MaybeRepriced &
  Readonly<{ orderId: string; lineId: string; canceled: bigint; pricing: unknown; terms: unknown }> &
  Readonly<{ category: string; productId: string | null; orderedAt: Date; isShown: boolean; isPaid: boolean }> &
  Readonly<{ ruleId: string | null; ruleCharge: unknown; ruleCreatedAt: Date | null }> &
  Readonly<{ [K in keyof RuleDimensions as `rule.${K}`]: string | null }>;

const PAGE = statement(`
  select ${FROZEN}, l.pricing, ${CANCELED} as canceled, ${REPRICED}, l.category, l.product_id as "productId", o.ordered_at as "orderedAt",
         rule.id as "ruleId", rule.charge as "ruleCharge", rule.created_at as "ruleCreatedAt", rule.category as "rule.category",
         rule.product_id as "rule.productId", rule.seller_id as "rule.sellerId",
         coalesce(termed.document, t.document) as terms, shown.order_id is not null as "isShown",
         ${IS_PAID} as "isPaid"
    from gateway.order_line l
    join gateway.orders o on o.order_id = l.order_id
    left join lateral (
      select a.* from payouts.line_adjustment a
        join payouts.terms_change c on c.id = a.change_id and c.state = 'approved' and not c.is_estimate
       where (a.order_id, a.line_id) = (l.order_id, l.line_id) order by c.approval desc limit 1) a on true${RULED}
    left join lateral (
      select c.document from payouts.line_adjustment x
        join payouts.terms_change c on c.id = x.change_id and c.state = 'approved' and not c.is_estimate and c.document is not null
       where (x.order_id, x.line_id) = (l.order_id, l.line_id) order by c.approval desc limit 1) termed on true
    left join payouts.seller_terms t on t.seller_id = l.seller_id and t.effective_from = l.terms_from
    left join payouts.line_adjustment shown
      on shown.change_id = :changeId and (shown.order_id, shown.line_id) = (l.order_id, l.line_id) and shown.step = 0
   where l.seller_id = :sellerId and (l.order_id, l.line_id) > (:afterOrder, :afterLine) and ${MATCHES}
   order by l.order_id, l.line_id limit :limit`);

/** The lines of a seller whose rule a change replaces, in pages, so that memory stays bounded. */
export async function* ruledLines(
  tx: Executor,
  scope: RuleScope,
  sellerId: string,
  changeId: string,
): AsyncGenerator<RuledLine[]> {
  for (let after = { orderId: '', lineId: '' }; ;) {
    const rows = await PAGE.rows<Row>(tx, {
      ...bounds(scope),
      ...{ sellerId, changeId, limit: LINES_PER_PAGE, afterOrder: after.orderId, afterLine: after.lineId },
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.flatMap((row) => lineOf(row, scope, sellerId));
    after = last;
  }
}

function lineOf(row: Row, scope: RuleScope, sellerId: string): RuledLine[] {
  const next = nextRule(row, scope, sellerId);
  if (next === 'unchanged') return [];
  const { orderId, lineId, canceled, isShown, isPaid } = row;
  const pricing = underRule(readPricingDocument(row.pricing), next);
  const repriced = repricedBy(row, pricing, readTermsDocument(row.terms));
  const difference = termsDifference(currentOf(row), repriced, canceled);
  return [{ step: { orderId, lineId, canceled, repriced, difference, ruleId: next?.id ?? null }, isShown, isPaid }];
}

/** The rule of a line after the change; null: none. A rule that begins takes the line from a rule that it precedes only. */
function nextRule(row: Row, { kind, ruleId, rules }: RuleScope, sellerId: string): CommissionRule | null | 'unchanged' {
  const { category, productId } = row;
  const line = { category, sellerId, ...(productId !== null && { productId }) };
  if (kind === 'end') {
    if (row.ruleId !== ruleId) return 'unchanged';
    const date = businessDateOf(row.orderedAt);
    return (
      ruleFor(
        line,
        rules.filter((rule) => isInForce(rule, date)),
      ) ?? null
    );
  }
  const present = presentRule(row);
  const winner = ruleFor(line, present ? [...rules, present] : rules);
  return winner?.id === ruleId && row.ruleId !== ruleId ? winner : 'unchanged';
}

const isInForce = ({ effectiveFrom, effectiveTo }: DatedRule, date: string): boolean =>
  effectiveFrom <= date && (effectiveTo === null || date < effectiveTo);

function presentRule(row: Row): CommissionRule | undefined {
  if (row.ruleId === null || row.ruleCreatedAt === null) return undefined;
  const dimensions = {
    category: row['rule.category'],
    productId: row['rule.productId'],
    sellerId: row['rule.sellerId'],
  };
  if (dimensionCount(dimensions) === 0) throw new Error(`Commission rule ${row.ruleId} has no dimension`);
  return { id: row.ruleId, ...dimensions, charge: readChargeDocument(row.ruleCharge), createdAt: row.ruleCreatedAt };
}
