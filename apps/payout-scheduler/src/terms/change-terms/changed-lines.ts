import { inList, type Executor } from '@jeongsan/database';
import {
  type LineComponents,
  type LineDifference,
  type PricingTerms,
  readPricingDocument,
  repricedLine,
  termsDifference,
} from '@jeongsan/settlement';
import { paymentStates } from '@jeongsan/state-machines';

const LINES_PER_PAGE = 2_000;

/** The lines that a change concerns: those of a seller's paid orders from an instant on. */
export type ChangeScope = Readonly<{ sellerId: string; orderedFrom: Date }>;

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
export const FROZEN = `l.order_id as "orderId", l.line_id as "lineId", l.paid, l.promotion, l.commission, l.commission_vat as "commissionVat",
  l.fees, l.fee_vat as "feeVat", l.net`;
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
export const REPRICED = `a.new_promotion as "newPromotion", a.new_commission as "newCommission", a.new_commission_vat as "newCommissionVat",
  a.new_fees as "newFees", a.new_fee_vat as "newFeeVat"`;

export type RepricedColumns = Readonly<{
  newPromotion: bigint;
  newCommission: bigint;
  newCommissionVat: bigint;
  newFees: bigint;
  newFeeVat: bigint;
}>;
type MaybeRepriced = { [K in keyof RepricedColumns]: bigint | null };
type Row = LineComponents &
  MaybeRepriced &
  Readonly<{ orderId: string; lineId: string; canceled: bigint; pricing: unknown }>;

export function repricedOf(paid: bigint, row: RepricedColumns): LineComponents {
  const { newPromotion: promotion, newCommission: commission, newCommissionVat: commissionVat } = row;
  const { newFees: fees, newFeeVat: feeVat } = row;
  const net = paid + promotion - commission - commissionVat - fees - feeVat;
  return { paid, promotion, commission, commissionVat, fees, feeVat, net };
}
const isRepriced = (row: MaybeRepriced): row is RepricedColumns => row.newPromotion !== null;

const PAGE = (isPaid: boolean) => `
  select ${FROZEN}, l.pricing, ${CANCELED} as canceled, ${REPRICED}
    from gateway.order_line l
    join gateway.orders o on o.order_id = l.order_id and o.ordered_at >= $2
    left join lateral (
      select a.* from payouts.line_adjustment a
        join payouts.terms_change c on c.id = a.change_id and c.state = 'approved' and not c.is_estimate
       where (a.order_id, a.line_id) = (l.order_id, l.line_id) order by c.approval desc limit 1) a on true
   where l.seller_id = $1 and (l.order_id, l.line_id) > ($3, $4) and ${isPaid ? '' : 'not '}${IS_PAID}
   order by l.order_id, l.line_id limit $5`;

/** The lines of paid orders in scope, priced by new terms, in pages by order and line so that memory stays bounded. */
export const changedLines = (tx: Executor, scope: ChangeScope, terms: PricingTerms): AsyncGenerator<LineStep[]> =>
  pages(tx, scope, terms, true);

/** The lines in scope whose orders are not paid yet: nothing of them stands, and once they are paid they are followed up. */
export const waitingLines = (tx: Executor, scope: ChangeScope, terms: PricingTerms): AsyncGenerator<LineStep[]> =>
  pages(tx, scope, terms, false);

async function* pages(
  tx: Executor,
  { sellerId, orderedFrom }: ChangeScope,
  terms: PricingTerms,
  isPaid: boolean,
): AsyncGenerator<LineStep[]> {
  for (let after = { orderId: '', lineId: '' }; ;) {
    const rows = await tx.query<Row[]>(PAGE(isPaid), [
      sellerId,
      orderedFrom,
      after.orderId,
      after.lineId,
      LINES_PER_PAGE,
    ]);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => stepOf(row, terms));
    after = last;
  }
}

function stepOf(row: Row, terms: PricingTerms): LineStep {
  const { orderId, lineId, canceled } = row;
  const current = isRepriced(row) ? repricedOf(row.paid, row) : row;
  const repriced = repricedLine(readPricingDocument(row.pricing), terms);
  return { orderId, lineId, canceled, repriced, difference: termsDifference(current, repriced, canceled) };
}

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
  const whole = (key: keyof LineComponents) => lines.map((line) => line.repriced[key]);
  const moved = (key: keyof LineDifference) => lines.map((line) => line.difference[key]);
  await tx.query(
    `insert into payouts.line_adjustment (change_id, step, posted_at, order_id, line_id, canceled, new_promotion, new_commission, new_commission_vat,
                                          new_fees, new_fee_vat, promotion, commission, commission_vat, fees, fee_vat, net)
     select $1, $2, $3, line.* from unnest($4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
       $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[]) as line`,
    [
      changeId,
      step,
      postedAt,
      lines.map((line) => line.orderId),
      lines.map((line) => line.lineId),
      lines.map((line) => line.canceled),
      ...(['promotion', 'commission', 'commissionVat', 'fees', 'feeVat'] as const).map(whole),
      ...(['promotion', 'commission', 'commissionVat', 'fees', 'feeVat', 'net'] as const).map(moved),
    ],
  );
}
