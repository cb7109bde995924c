import { CallError } from '@jeongsan/http-contract';
import type { Answer } from '@jeongsan/provider-contract';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { bookSeen } from '../../payments/book-payment/book-seen.js';
import { noteSold, taxFreeOf, type Sold, type SoldItem } from '../sold-items.js';

export type LinkOrder = Answer<'getOrder'>;

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
  const sold = soldIn(order, order.payment);
  if (sold) await noteSold(gateway.db, sold);
  await bookSeen(gateway, order.payment, 'provider');
}

// ASSUMED: an item costs the product's amount plus its options' amounts for each unit; delivery is paid once for an item.
/** The items of an order; undefined when its answer does not say what was sold, or when. */
export const soldIn = (
  { orderKey, createdAt: soldAt, orderItems }: LinkOrder,
  payment: ProviderPayment,
): Sold | undefined =>
  soldAt && orderItems
    ? {
        paymentKey: payment.paymentKey,
        subject: `link/${orderKey}`,
        soldAt,
        taxFree: taxFreeOf(payment),
        items: orderItems.map(itemOf),
      }
    : undefined;

const itemOf = ({ product, quantity, orderOptions }: NonNullable<LinkOrder['orderItems']>[number]): SoldItem => ({
  kind: 'product',
  key: product.productKey,
  quantity,
  unitPrice: orderOptions.reduce((sum, { amount }) => sum + amount, product.amount),
  delivery: product.deliveryPolicy?.amount ?? 0n,
});
