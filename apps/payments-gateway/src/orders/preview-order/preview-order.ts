import type { Output } from '@jeongsan/http-contract';
import { inKnownYears, type previewOrder as previewOrderEndpoint } from '@jeongsan/platform-contract';
import { checkOrder, type OrderFacts } from '../create-order/check-order.js';
import { priceOrder, termsInForce } from '../create-order/price-order.js';
import { readTerms } from '../create-order/read-terms.js';
import type { Gateway } from '../../gateway.js';
import { startsOf } from '../line-starts.js';

type Preview = Output<typeof previewOrderEndpoint>;

/**
 * The split of an order under the terms and rules of its date, and the days on which its money would be payable if the buyer
 * paid now. Stores nothing. Throws what createOrder throws for the same order, and CALENDAR_YEAR_UNKNOWN.
 */
export async function previewOrder(
  { db, now, calendar }: Pick<Gateway, 'db' | 'now' | 'calendar'>,
  order: OrderFacts,
): Promise<Preview> {
  checkOrder(order);
  const rows = await readTerms(db, order);
  const lines = priceOrder(order, rows);
  const inForce = termsInForce(order, rows);
  const holidays = await calendar();
  const events = { paidAt: now(), deliveredAt: null, autoConfirmsAt: null, confirmedAt: null };
  const shown = lines.map((line) => {
    const { lineId, sellerId } = line;
    const terms = inForce.get(sellerId)?.terms;
    if (!terms) throw new Error(`Line ${lineId} was priced without terms`);
    const [start] = inKnownYears(() => startsOf([{ lineId, sellerId, terms, events }], holidays));
    const tranches = [...(start?.tranches ?? [])];
    const maturesOn =
      tranches
        .map((one) => one.maturesOn)
        .sort()
        .at(-1) ?? null;
    return { ...line, startEvent: terms.startEvent, maturesOn, tranches };
  });
  return { orderId: order.orderId, totalAmount: order.totalAmount, lines: shown };
}
