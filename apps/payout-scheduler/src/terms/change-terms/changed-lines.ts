import { inList, type Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import {
  differenceColumns,
  lineColumns,
  type LineComponents,
  type LineDifference,
  type LineNumbers,
  netOf,
  NumberMissing,
  numbersNeeded,
  type PricingTerms,
  readPricingDocument,
  recordOf,
  repricedColumns,
  repricedLine,
  repricedNames,
  termsDifference,
} from '@jeongsan/settlement';
import { bigint, bigints, manyRows, selected, statement, text } from '@jeongsan/sql';
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
}>;

/** The columns of a line's components, `l` being the order line. Payment states in which a buyer has paid. */
export const FROZEN = `l.order_id as "orderId", l.line_id as "lineId", ${selected(lineColumns, 'l')}`;
const IS_PAID = `exists (select from gateway.payment p
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

export type RepricedRow = Readonly<{ [K in keyof typeof repricedColumns as `new.${K}`]: bigint }>;
type MaybeRepriced = { [K in keyof RepricedRow]: bigint | null };
type Row = LineComponents &
  MaybeRepriced &
  Readonly<{ orderId: string; lineId: string; canceled: bigint; pricing: unknown }>;

export function repricedOf(paid: bigint, row: RepricedRow): LineComponents {
  const amounts = { paid, ...recordOf(repricedNames, (name) => row[`new.${name}` as const]) };
  return { ...amounts, net: netOf(amounts) };
}
const isRepriced = (row: MaybeRepriced): row is RepricedRow => row['new.promotion'] !== null;

const page = (isPaid: boolean) =>
  statement(`
  select ${FROZEN}, l.pricing, ${CANCELED} as canceled, ${REPRICED}
    from gateway.order_line l
    join gateway.orders o on o.order_id = l.order_id and o.ordered_at >= :orderedFrom
    left join lateral (
      select a.* from payouts.line_adjustment a
        join payouts.terms_change c on c.id = a.change_id and c.state = 'approved' and not c.is_estimate
       where (a.order_id, a.line_id) = (l.order_id, l.line_id) order by c.approval desc limit 1) a on true
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
  const current = isRepriced(row) ? repricedOf(row.paid, row) : row;
  const repriced = repricedBy(row, terms, assumed);
  return { orderId, lineId, canceled, repriced, difference: termsDifference(current, repriced, canceled) };
}

/** @throws LINE_NUMBER_MISSING when the new terms need a number that the order did not bring along */
function repricedBy({ orderId, lineId, pricing }: Row, terms: PricingTerms, assumed: LineNumbers): LineComponents {
  const frozen = readPricingDocument(pricing);
  try {
    return repricedLine({ ...frozen, numbers: { ...assumed, ...frozen.numbers } }, terms);
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
