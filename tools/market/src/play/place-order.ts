import { CallError } from '@jeongsan/http-contract';
import { paidAt, paidForOrder, type Cancel, type Order } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';
import { payOrder } from './pay-order.js';
import type { Shop } from './shop.js';

/** An order that a buyer has placed, with its payment. */
export type PlacedOrder = Readonly<{
  order: Order;
  /** The number under which the order is registered: the order's own, or one that the provider made up. */
  orderId: string;
  paymentKey: string;
}>;

/**
 * A buyer orders and pays, or receives a virtual account: everything that a shop does for one order on its day. An order that is
 * registered on the next day is not registered yet.
 */
export async function placeOrder(shop: Shop, order: Order): Promise<PlacedOrder> {
  const { registered } = order;
  if (registered === 'BEFORE') await registerOrder(shop.clients, order, order.orderId);
  const { orderId, paymentKey } = await payOrder(shop, order);
  if (registered === 'AFTER') await registerOrder(shop.clients, order, orderId);
  return { order, orderId, paymentKey };
}

/** Registers an order with the gateway under the number that the provider shows for its payment. */
export async function registerOrder({ gateway }: Clients, order: Order, orderId: string): Promise<void> {
  const { orderName, orderedAt, lines } = order;
  const totalAmount = paidForOrder(order);
  await gateway.createOrder({
    body: { orderId, orderName, orderedAt: new Date(orderedAt), totalAmount, lines: [...lines] },
  });
}

/** The buyer pays into the virtual account. */
export async function depositFor({ control, provider }: Clients, { paymentKey }: PlacedOrder): Promise<void> {
  const params = { paymentKey };
  await control.depositIntoAccount({ params, body: {} }).catch(async (error: unknown) => {
    // A repeat whose first answer was lost finds the money deposited.
    const isRepeat = error instanceof CallError && error.code === 'NOT_POSSIBLE';
    if (!isRepeat || (await provider.getPayment({ params })).status !== 'DONE') throw error;
  });
}

/** The account to which money from a virtual account goes back. */
const refundReceiveAccount = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' } as const;

/** The market refunds a buyer. The cancel's id as Idempotency-Key makes a repeat harmless. */
export async function cancelOrder({ gateway, provider }: Clients, cancel: Cancel, placed: PlacedOrder): Promise<void> {
  const { cancelId, lineId, reason, side } = cancel;
  const { order, orderId, paymentKey } = placed;
  const amount =
    lineId === undefined ? cancel.amount : (cancel.amount ?? (await remainingOf(gateway, orderId, lineId)));
  const isRefund = order.way === 'VIRTUAL_ACCOUNT' && paidAt(order) !== undefined;
  const body = {
    cancelReason: reason,
    ...(amount !== undefined && { cancelAmount: amount }),
    ...(isRefund && { refundReceiveAccount }),
  };
  const [params, options] = [{ paymentKey }, { idempotencyKey: cancelId }];
  if (side === 'PROVIDER') {
    await provider.cancelPayment({ params, body }, options);
    return;
  }
  const lines = amount !== undefined && lineId !== undefined && { lines: [{ lineId, amount }] };
  await gateway.cancelOrderPayment({ params, body: { ...body, ...lines } }, options);
}

async function remainingOf(gateway: Clients['gateway'], orderId: string, lineId: string): Promise<bigint> {
  const { lines } = await gateway.getOrder({ params: { orderId } });
  const line = lines.find((one) => one.lineId === lineId);
  if (line === undefined) throw new Error(`The gateway's order ${orderId} has no line ${lineId}`);
  return line.paid - line.canceled;
}
