import { Refusal } from '@jeongsan/http-contract';
import type { OrderFacts, OrderLine } from '../../orders/create-order/check-order.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import type { Gateway } from '../../gateway.js';
import { reasonToStandAlone } from '../../payments/book-payment/adopt-payment.js';
import type { PaymentRecord, UnallocatedReason } from '../../payments/payment-record.js';
import { soldItems, type SoldItem } from '../sold-items.js';
import type { SplitTerms } from '../split-record.js';
import { linesOfItem } from './lines-of-item.js';
import { splitsFor } from './splits-for.js';

type Paid = Pick<PaymentRecord, 'paymentKey' | 'orderNumber' | 'amount' | 'approvedAt'> &
  Readonly<{ currency: string }>;

/**
 * Registers the order of a payment, whose number no order has, from the splits of what the payment sold. Returns null if an
 * order that fits is registered afterwards, otherwise the reason why the money has no order. An order that the market
 * registers at the same moment is kept.
 */
export async function orderFromSplits(gateway: Gateway, payment: Paid): Promise<UnallocatedReason | null> {
  const { approvedAt, amount, currency, orderNumber: orderId } = payment;
  if (currency !== 'KRW' || approvedAt === null) return reasonToStandAlone(gateway.db, payment);
  const items = await soldItems(gateway.db, payment.paymentKey);
  const made = await linesOf(gateway, items, approvedAt);
  if (typeof made === 'string') return made;
  const facts = { orderId, orderName: made.orderName ?? orderId, orderedAt: approvedAt, totalAmount: amount };
  return register(gateway, payment, { ...facts, lines: made.lines });
}

type Made = Readonly<{ orderName: string | undefined; lines: OrderLine[] }>;

/** The lines of all items. Without any split the payment waits for its order as every other payment does. */
async function linesOf(
  { db }: Gateway,
  items: Awaited<ReturnType<typeof soldItems>>,
  approvedAt: Date,
): Promise<Made | UnallocatedReason> {
  const found = await Promise.all(items.map((item) => splitsFor(db, item, approvedAt)));
  if (found.every((splits) => splits.length === 0)) return 'NO_ORDER';
  if (found.some((splits) => splits.length === 0)) return 'SPLIT_MISSING';
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    // The ids of an order's lines differ, although two items may have the same split.
    const prefix = index === 0 ? '' : `${index + 1}-`;
    const fitting = firstFitting(found[index] ?? [], item, prefix);
    if (!fitting) return 'SPLIT_MISMATCH';
    made.push(fitting);
  }
  const lines = made.flatMap((one) => one.lines);
  // The provider refuses cancels that give back more free of tax than the payment has.
  const taxFree = lines.reduce((sum, { taxFreeAmount }) => sum + taxFreeAmount, 0n);
  return taxFree === items[0]?.taxFree ? { orderName: made[0]?.orderName, lines } : 'SPLIT_MISMATCH';
}

function firstFitting(
  splits: readonly SplitTerms[],
  ...item: readonly [item: SoldItem, lineIdPrefix: string]
): Made | undefined {
  for (const split of splits) {
    const lines = linesOfItem(split, ...item);
    if (lines) return { orderName: split.orderName, lines };
  }
  return undefined;
}

async function register(gateway: Gateway, payment: Paid, order: OrderFacts): Promise<UnallocatedReason | null> {
  try {
    await createOrder(gateway, order);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'ORDER_CONFLICT') return reasonToStandAlone(gateway.db, payment);
    return error.code === 'ORDER_SUM_MISMATCH' ? 'SPLIT_MISMATCH' : 'SPLIT_REFUSED';
  }
}
