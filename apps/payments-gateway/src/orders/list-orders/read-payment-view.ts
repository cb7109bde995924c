import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { type getPaymentView, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { paymentColumns } from './list-payments.js';

type PaymentDetail = Output<typeof getPaymentView>;
type Row = Omit<PaymentDetail, 'cancels'> & Readonly<{ id: string }>;

const PAYMENT = statement(`
  select ${paymentColumns}, p.transaction_key as "transactionKey", p.provider_order_id as "providerOrderId",
         array(select distinct l.seller_id from gateway.order_line l where l.order_id = p.order_id order by 1) as "sellerIds"
    from gateway.payment p where p.payment_key = :paymentKey`);
/** Corrections move money between lines and give nothing back: they are no cancels of their own. */
const CANCELS = statement(`
  select c.id as "cancelId", c.amount, c.state, c.created_at as "requestedAt", c.canceled_at as "canceledAt"
    from gateway.cancel c where c.payment_id = :id and c.kind = 'cancel' order by c.created_at, c.id`);

/** A payment as our books have it, with its sellers and cancels. Throws PAYMENT_NOT_FOUND. */
export async function readPaymentView(db: Executor, paymentKey: string): Promise<PaymentDetail> {
  const [row] = await PAYMENT.rows<Row>(db, { paymentKey });
  if (!row) throw refuse('PAYMENT_NOT_FOUND', `Our books have no payment ${paymentKey}`);
  const { id, ...payment } = row;
  return { ...payment, cancels: await CANCELS.rows<PaymentDetail['cancels'][number]>(db, { id }) };
}
