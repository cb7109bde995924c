import { bankNamed, type cancelOrder as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { cancelPayment } from '../payments/cancel-payment.js';
import { findOrder } from './order.js';
import { readOrder } from './read-orders.js';

/** Cancels an order by canceling its payment (document 3 section 4). */
export const cancelOrder: Handler<typeof contract> = async (call, { params, body }) => {
  const order = await findOrder(call.sql, params.orderKey);
  if (!order) throw new Refused('NOT_FOUND_ORDER');
  // ASSUMED: an unpaid order is refused with the same code as an unpaid payment.
  if (order.paymentKey === null) throw new Refused('NOT_CANCELABLE_PAYMENT');
  const bank = body.refundReceiveAccount?.bank;
  if (bank !== undefined && bankNamed(bank)?.koreanName !== bank) throw new Refused('INVALID_BANK');
  await cancelPayment(call, { params: { paymentKey: order.paymentKey }, body });
  return readOrder(call, params.orderKey);
};
