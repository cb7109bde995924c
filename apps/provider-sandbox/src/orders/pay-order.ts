import type { PaymentMethodName, ProviderErrorCode } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { randomText } from '../ids.js';
import { approvePayment } from '../payments/approve-payment.js';
import { abortPayment } from '../payments/assert-approvable.js';
import { assertMinimum } from '../payments/minimum-amount.js';
import { openPayment } from '../payments/open-payment.js';
import { detailsOf } from '../payments/payment-details.js';
import { findProduct } from '../products/product.js';
import type { Call } from '../world.js';
import { PAYLINK_ORDER_PREFIX } from './order-payments.js';
import { lockOrder, type OrderRow, readItems } from './order.js';
import { assertForSale } from './place-order.js';
import { takeStock } from './stock.js';

/**
 * The methods of a payment link's window, which approves at once: a virtual account, which waits for its deposit, is
 * not offered.
 */
type LinkMethod = Exclude<PaymentMethodName, '가상계좌'>;
export const linkMethods = (Object.keys(detailsOf) as PaymentMethodName[]).filter(
  (method): method is LinkMethod => method !== '가상계좌',
);
export const isLinkMethod = (method: string): method is LinkMethod =>
  (linkMethods as readonly string[]).includes(method);

export type WindowUse = Readonly<{ method: LinkMethod; refuseWith?: ProviderErrorCode | undefined }>;

/** The error code of a payment that the window refused. */
export const REFUSED_CARD = 'REJECT_CARD_PAYMENT';

/**
 * Pays an order as its buyer would in the payment window. A paid order stays as it is; an order whose payment was
 * refused can be tried again. Throws Refused.
 */
export async function payOrder(call: Call, orderKey: string, { method, refuseWith }: WindowUse): Promise<OrderRow> {
  const order = await lockOrder(call.sql, orderKey);
  if (!order) throw new Refused('NOT_FOUND_ORDER');
  if (order.paymentKey !== null) return order;
  const product = await findProduct(call.sql, order.productKey);
  if (!product) throw new Refused('NOT_FOUND_PRODUCT');
  assertForSale(call, product);
  assertMinimum(method, order.amount);
  const payment = await openPayment(call, {
    method,
    details: detailsOf[method](order.amount),
    amount: order.amount,
    orderId: `${PAYLINK_ORDER_PREFIX}${randomText(22)}`,
    orderName: orderNameOf(order),
    isAuthenticated: true,
    refuseWith,
  });
  if (refuseWith !== undefined) {
    await abortPayment(call, payment.paymentKey);
    return order;
  }
  await takeStock(call.sql, order);
  await call.sql.rows('update link_order set payment_key = $2 where order_key = $1', [orderKey, payment.paymentKey]);
  await approvePayment(call, payment);
  return { ...order, paymentKey: payment.paymentKey };
}

const orderNameOf = ({ items }: OrderRow): string => readItems(items)[0]?.product.name ?? '';
