import { inList, type Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import {
  differenceColumns,
  lineColumns,
  type LineComponents,
  type LineDifference,
  type LineNumbers,
  type LinePricing,
  netOf,
  NumberMissing,
  numbersNeeded,
  type PricingTerms,
  readChargeDocument,
  readPricingDocument,
  recordOf,
  repricedColumns,
  repricedLine,
  repricedNames,
  termsDifference,
  underRule,
} from '@jeongsan/settlement';
import { bigint, bigints, manyRows, selected, statement, text, uuid } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';

const LINES_PER_PAGE = 2_000;

/**
 * The lines that a change concerns: those of a seller's paid orders from an instant on. For an estimate, a number that a formula
 * needs and a line lacks counts as 0; otherwise such a line refuses the change.
 */
export type ChangeScope = Readonly<{ sellerId: string; orderedFrom: Date; isEstimate: boolean }>;

/**
 * One step of a line's adjustment: the amounts to post, the canceled part it accounts for, and the components of the
 * whole line afterwards.
 */
export type LineStep = Readonly<{
  orderId: string;
  lineId: string;
  canceled: bigint;
  repriced: LineComponents;
  difference: LineDifference;
  /** The commission rule of the line after a change of a rule; null: none. Not read from a change of terms. */
  ruleId: string | null;
}>;

/** The columns of a line's components, `l` being the order line. Payment states in which a buyer has paid. */
export const FROZEN = `l.order_id as "orderId", l.line_id as "lineId", ${selected(lineColumns, 'l')}`;
export const IS_PAID = `exists (select from gateway.payment p
  where p.order_id = l.order_id and p.state in ${inList(paymentStates.paid)})`;
/** SQL for the canceled amount of a line; the whole line before its order is paid. */
export const CANCELED = `case when ${IS_PAID} then coalesce((
    select sum(x.paid) from gateway.cancel_line x join gateway.cancel k on k.id = x.cancel_id and k.state = 'done'
     where (x.order_id, x.line_id) = (l.order_id, l.line_id)), 0)::bigint else l.paid end`;
/**
 * The components of an adjusted line after its last change, `a` being its adjustment; null for a line without
 * adjustments.
 */
export const REPRICED = selected(repricedColumns, 'a', 'new.');

/**
 * SQL: the commission rule of an order line `l` is `rule`. Changes of rules replace the rule that was frozen with the line, the last
 * one of them counts; `ruled.is_ruled` is null for a line without such a change.
 */
export const RULED = `
    left join lateral (
      select x.rule_id, true as is_ruled from payouts.line_adjustment x
        join payouts.terms_change c on c.id = x.change_id and c.state = 'approved' and c.rule_change_id is not null
       where (x.order_id, x.line_id) = (l.order_id, l.line_id) order by c.approval desc limit 1) ruled on true
    left join payouts.commission_rule rule
      on rule.id = case when ruled.is_ruled then ruled.rule_id else (l.pricing ->> 'ruleId')::uuid end`;

export type RepricedRow = Readonly<{ [K in keyof typeof repricedColumns as `new.${K}`]: bigint }>;
export type MaybeRepriced = { [K in keyof RepricedRow]: bigint | null };
type Row = LineComponents &
  MaybeRepriced &
  Readonly<{ orderId: string; lineId: string; canceled: bigint; pricing: unknown }> &
  Readonly<{ isRuled: boolean; ruleId: string | null; ruleCharge: unknown }>;

export function repricedOf(paid: bigint, row: RepricedRow): LineComponents {
  const amounts = { paid, ...recordOf(repricedNames, (name) => row[`new.${name}` as const]) };
  return { ...amounts, net: netOf(amounts) };
}
const isRepriced = (row: MaybeRepriced): row is RepricedRow => row['new.promotion'] !== null;
/** The components of a line as they stand now, before cancels. */
export const currentOf = (row: LineComponents & MaybeRepriced): LineComponents =>
  isRepriced(row) ? repricedOf(row.paid, row) : row;

const page = (isPaid: boolean) =>
  statement(`
  select ${FROZEN}, l.pricing, ${CANCELED} as canceled, ${REPRICED},
         coalesce(ruled.is_ruled, false) as "isRuled", rule.id as "ruleId", rule.charge as "ruleCharge"
    from gateway.order_line l
    join gateway.orders o on o.order_id = l.order_id and o.ordered_at >= :orderedFrom
    left join lateral (
      select a.* from payouts.line_adjustment a
        join payouts.terms_change c on c.id = a.change_id and c.state = 'approved' and not c.is_estimate
       where (a.order_id, a.line_id) = (l.order_id, l.line_id) order by c.approval desc limit 1) a on true${RULED}
   where l.seller_id = :sellerId and (l.order_id, l.line_id) > (:afterOrder, :afterLine) and ${isPaid ? '' : 'not '}${IS_PAID}
   order by l.order_id, l.line_id limit :limit`);
const PAGES = { paid: page(true), unpaid: page(false) };

/** The lines of paid orders in scope, priced by new terms, in pages by order and line so that memory stays bounded. */
export const changedLines = (tx: Executor, scope: ChangeScope, terms: PricingTerms): AsyncGenerator<LineStep[]> =>
  pages(tx, scope, terms, true);

/** The unpaid lines in scope: their whole amount counts as canceled until they are paid, and then they are adjusted. */
export const waitingLines = (tx: Executor, scope: ChangeScope, terms: PricingTerms): AsyncGenerator<LineStep[]> =>
  pages(tx, scope, terms, false);

async function* pages(
  tx: Executor,
  { sellerId, orderedFrom, isEstimate }: ChangeScope,
  terms: PricingTerms,
  isPaid: boolean,
): AsyncGenerator<LineStep[]> {
  const assumed = isEstimate ? recordOf(numbersNeeded([terms.commission, ...terms.fees]), () => 0n) : {};
  for (let after = { orderId: '', lineId: '' }; ;) {
    const rows = await PAGES[isPaid ? 'paid' : 'unpaid'].rows<Row>(tx, {
      sellerId,
      orderedFrom,
      afterOrder: after.orderId,
      afterLine: after.lineId,
      limit: LINES_PER_PAGE,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => stepOf(row, terms, assumed));
    after = last;
  }
}

function stepOf(row: Row, terms: PricingTerms, assumed: LineNumbers): LineStep {
  const { orderId, lineId, canceled } = row;
  const frozen = readPricingDocument(row.pricing);
  const rule = row.ruleId === null ? null : { id: row.ruleId, charge: readChargeDocument(row.ruleCharge) };
  const pricing = row.isRuled ? underRule(frozen, rule) : frozen;
  const repriced = repricedBy(row, { ...pricing, numbers: { ...assumed, ...frozen.numbers } }, terms);
  const difference = termsDifference(currentOf(row), repriced, canceled);
  return { orderId, lineId, canceled, repriced, difference, ruleId: row.ruleId };
}

/** A line under other terms or another rule. @throws LINE_NUMBER_MISSING when a charge needs a number that the order did not bring along */
export function repricedBy(
  { orderId, lineId }: Pick<LineStep, 'orderId' | 'lineId'>,
  pricing: LinePricing,
  terms: PricingTerms,
): LineComponents {
  try {
    return repricedLine(pricing, terms);
  } catch (error) {
    if (!(error instanceof NumberMissing)) throw error;
    const { numberName: number } = error;
    const detail = `Line ${lineId} of order ${orderId} carries no number ${number}, which the changed charges need`;
    throw refuse('LINE_NUMBER_MISSING', detail, { orderId, lineId, number });
  }
}

const line = manyRows<LineStep>({
  order_id: text(({ orderId }) => orderId),
  line_id: text(({ lineId }) => lineId),
  canceled: bigint(({ canceled }) => canceled),
  rule_id: uuid(({ ruleId }) => ruleId),
  ...bigints(repricedColumns, ({ repriced }: LineStep) => repriced),
  ...bigints(differenceColumns, ({ difference }: LineStep) => difference),
});

const WRITE_STEP = statement(
  `
  insert into payouts.line_adjustment (change_id, step, posted_at, :line.columns)
  select :changeId, :step, :postedAt, line.* from :line.unnest as line`,
  { line },
);

/**
 * Writes one step of a change for some of its lines. Step 0 is the proposed one, posted when the change is approved.
 */
export async function writeSteps(
  tx: Executor,
  changeId: string,
  step: number,
  lines: readonly LineStep[],
  postedAt: Date | null,
): Promise<void> {
  await WRITE_STEP.rows(tx, { changeId, step, postedAt, line: lines });
}
