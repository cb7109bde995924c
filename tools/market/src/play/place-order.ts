import type { Output } from '@jeongsan/http-contract';
import type { confirmOrderPayment } from '@jeongsan/platform-contract';
import { paidForOrder, type Cancel, type Order } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';

type Payment = Output<typeof confirmOrderPayment>;

/** The gateway's latest answer about an order's payment. */
export type PlayedPayment = Readonly<{
  orderId: string;
  paymentKey: string;
  total: bigint;
  balance: bigint;
  cancels: number;
}>;

/**
 * A buyer orders and authenticates in the payment window, and the market confirms: everything that a shop does for one order.
 */
export async function placeOrder({ gateway, control }: Clients, order: Order): Promise<PlayedPayment> {
  const { orderId, orderName, method } = order;
  const amount = paidForOrder(order);
  const lines = [...order.lines];
  await gateway.createOrder({
    body: { orderId, orderName, orderedAt: new Date(order.orderedAt), totalAmount: amount, lines },
  });
  const taxFreeAmount = lines.reduce((sum, line) => sum + line.taxFreeAmount, 0n);
  const { paymentKey } = await control.payAsBuyer({ body: { method, amount, orderId, orderName, taxFreeAmount } });
  return played(await gateway.confirmOrderPayment({ body: { paymentKey, orderId, amount } }));
}

/** The market refunds a buyer. The cancel's id as Idempotency-Key makes a repeat harmless. */
export async function cancelOrder(
  { gateway }: Clients,
  cancel: Cancel,
  payment: PlayedPayment,
): Promise<PlayedPayment> {
  const { cancelId, orderId, lineId, reason } = cancel;
  const amount =
    lineId === undefined ? cancel.amount : (cancel.amount ?? (await remainingOf(gateway, orderId, lineId)));
  const body = {
    cancelReason: reason,
    ...(amount !== undefined && { cancelAmount: amount }),
    ...(amount !== undefined && lineId !== undefined && { lines: [{ lineId, amount }] }),
  };
  const { paymentKey } = payment;
  return played(await gateway.cancelOrderPayment({ params: { paymentKey }, body }, { idempotencyKey: cancelId }));
}

async function remainingOf(gateway: Clients['gateway'], orderId: string, lineId: string): Promise<bigint> {
  const { lines } = await gateway.getOrder({ params: { orderId } });
  const line = lines.find((one) => one.lineId === lineId);
  if (line === undefined) throw new Error(`The gateway's order ${orderId} has no line ${lineId}`);
  return line.paid - line.canceled;
}

const played = ({ orderId, paymentKey, totalAmount, balanceAmount, cancels }: Payment): PlayedPayment => ({
  orderId,
  paymentKey,
  total: totalAmount,
  balance: balanceAmount,
  cancels: cancels?.length ?? 0,
});
