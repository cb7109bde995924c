import type { getPayment as byKey, getPaymentByOrder as byOrder } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { findPayment, PAYMENT_COLUMNS, paymentOf } from './payment.js';
import type { PaymentRow } from './payment-row.js';

export const getPayment: Handler<typeof byKey> = async ({ sql, world }, { params }) => {
  const payment = await findPayment(sql, params.paymentKey);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  return paymentOf(payment, world);
};

/** The payment of an order: the approved one, otherwise the latest, since an order can have several unapproved ones. */
export const getPaymentByOrder: Handler<typeof byOrder> = async ({ sql, world }, { params }) => {
  const [payment] = await sql.rows<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payment where order_id = $1 order by (approved_at is null), seq desc limit 1`,
    [params.orderId],
  );
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  return paymentOf(payment, world);
};
