import type { Input } from '@jeongsan/http-contract';
import { refuse, type cancelOrder as cancelOrderEndpoint } from '@jeongsan/platform-contract';
import { cancelPayment } from '../cancel-payment/cancel-payment.js';
import { findCancelByRequest } from '../cancel-record.js';
import type { Gateway } from '../../gateway.js';
import { findLivePayment, type PaymentRecord } from '../../payments/payment-record.js';
import { type CancelView, readCancel } from './read-cancels.js';

type CancelRequest = Readonly<{
  orderId: string;
  requestKey: string;
  asked: Input<typeof cancelOrderEndpoint>['body'];
}>;

/**
 * Cancels lines of an order through its live payment, by the same path as a cancel of the payment. Throws ORDER_NOT_FOUND,
 * ORDER_NOT_PAID and the refusals of cancelPayment.
 */
export async function cancelOrder(
  gateway: Gateway,
  { orderId, requestKey, asked }: CancelRequest,
): Promise<CancelView> {
  const { paymentKey } = await livePaymentOf(gateway, orderId);
  const { reason: cancelReason, lines, refundReceiveAccount, cancelRequestId } = asked;
  await cancelPayment(gateway, {
    paymentKey,
    requestKey,
    asked: {
      ...{ cancelReason, lines, addsUpLines: true },
      ...(refundReceiveAccount && { refundReceiveAccount }),
      ...(cancelRequestId !== undefined && { cancelRequestId }),
    },
  });
  const cancel = await findCancelByRequest(gateway.db, requestKey);
  if (!cancel) throw new Error(`A cancel of order ${orderId} was answered and has no record`);
  return readCancel(gateway, cancel.id);
}

async function livePaymentOf({ db }: Gateway, orderId: string): Promise<PaymentRecord> {
  const payment = await findLivePayment(db, orderId);
  if (payment) return payment;
  const [order] = await db.query<unknown[]>('select from gateway.orders where order_id = $1', [orderId]);
  if (!order) throw refuse('ORDER_NOT_FOUND', `Order ${orderId} was never registered`);
  throw refuse('ORDER_NOT_PAID', `Order ${orderId} is not paid: there is nothing to cancel`);
}
