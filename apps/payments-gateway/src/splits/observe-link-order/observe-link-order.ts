import { CallError, type Output } from '@jeongsan/http-contract';
import type { getOrder } from '@jeongsan/provider-contract';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { bookSeen } from '../../payments/book-payment/book-seen.js';
import { noteSold, taxFreeOf, type Sold } from '../sold-items.js';

export type LinkOrder = Output<typeof getOrder>;

/**
 * Reads an order of a payment link, notes what it sold, and books the status of its payment. An order that the provider does
 * not know, or that is not paid yet, is ignored: every change of its payment sends another webhook.
 */
export async function observeLinkOrder(gateway: Gateway, orderKey: string): Promise<void> {
  const order = await gateway.provider.getOrder({ params: { orderKey } }).catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'NOT_FOUND_ORDER') return undefined;
    throw error;
  });
  if (!order?.payment) return;
  await noteSold(gateway.db, soldIn(order, order.payment));
  await bookSeen(gateway, order.payment, 'provider');
}

// ASSUMED: an item costs the product's amount plus its options' amounts for each unit; delivery is paid once for an item.
export const soldIn = ({ orderKey, createdAt, orderItems }: LinkOrder, payment: ProviderPayment): Sold => ({
  paymentKey: payment.paymentKey,
  subject: `link/${orderKey}`,
  soldAt: createdAt,
  taxFree: taxFreeOf(payment),
  items: orderItems.map(({ product, quantity, orderOptions }) => ({
    kind: 'product',
    key: product.productKey,
    quantity,
    unitPrice: orderOptions.reduce((sum, { amount }) => sum + amount, product.amount),
    delivery: product.deliveryPolicy?.amount ?? 0n,
  })),
});
