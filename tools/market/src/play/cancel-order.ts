import { paidAt, type Cancel } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';
import type { PlacedOrder } from './place-order.js';

/** The account to which money from a virtual account goes back. */
const refundReceiveAccount = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' } as const;

/** The market refunds a buyer. The cancel's id as Idempotency-Key makes a repeat harmless. */
export async function cancelOrder(clients: Clients, cancel: Cancel, placed: PlacedOrder): Promise<void> {
  const { cancelId, lineId, reason, side, amount, quantity } = cancel;
  const { order, orderId, paymentKey } = placed;
  const isRefund = order.way === 'VIRTUAL_ACCOUNT' && paidAt(order) !== undefined;
  const receiver = isRefund && { refundReceiveAccount };
  const options = { idempotencyKey: cancelId };
  if (side === 'GATEWAY' && lineId !== undefined && amount === undefined) {
    const line = quantity === undefined ? { lineId } : { lineId, quantity };
    await clients.gateway.cancelOrder({ params: { orderId }, body: { reason, lines: [line], ...receiver } }, options);
    return;
  }
  const body = { cancelReason: reason, ...(amount !== undefined && { cancelAmount: amount }), ...receiver };
  const params = { paymentKey };
  if (side === 'PROVIDER') {
    await clients.provider.cancelPayment({ params, body }, options);
    return;
  }
  const lines = amount !== undefined && lineId !== undefined && { lines: [{ lineId, amount }] };
  await clients.gateway.cancelOrderPayment({ params, body: { ...body, ...lines } }, options);
}

/** An operator says of which lines a cancel was that named none. Returns the gateway's id of the cancel. */
export async function allocateCancel(clients: Clients, cancel: Cancel, { orderId }: PlacedOrder): Promise<string> {
  const { items } = await clients.gateway.listOrderCancels({ params: { orderId }, query: {} });
  const found = items.findLast(
    ({ kind, state, amount }) => kind === 'cancel' && state === 'done' && amount === cancel.amount,
  );
  if (found === undefined) throw new Error(`The gateway has no cancel ${cancel.cancelId} of ${orderId}`);
  const { cancelId } = found;
  const lines = [...(cancel.allocatedTo ?? [])];
  await clients.allocations.allocateCancel({ params: { cancelId }, body: { lines, reason: '반품 접수 내역 확인' } });
  return cancelId;
}
