import type { PaymentMethodName, ProviderErrorCode } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { randomText } from '../ids.js';
import { approvePayment } from '../payments/approve-payment.js';
import { abortPayment } from '../payments/assert-approvable.js';
import { assertMinimum } from '../payments/minimum-amount.js';
import { openPayment } from '../payments/open-payment.js';
import { detailsOf } from '../payments/payment-details.js';
import type { PaymentRow } from '../payments/payment-row.js';
import { findProduct } from '../products/product.js';
import { findAccountOrder } from '../virtual-accounts/account-order.js';
import { chooseAccount, type Depositor } from '../virtual-accounts/choose-account.js';
import { issueAccount } from '../virtual-accounts/issue-account.js';
import type { Call } from '../world.js';
import { PAYLINK_ORDER_PREFIX } from './order-payments.js';
import { lockOrder, type OrderRow, readItems } from './order.js';
import { assertForSale } from './place-order.js';
import { takeStock } from './stock.js';

/** The methods of a payment link's window. */
export const linkMethods = Object.keys(detailsOf) as PaymentMethodName[];
export const isLinkMethod = (method: string): method is PaymentMethodName =>
  (linkMethods as readonly string[]).includes(method);

export type WindowUse = Readonly<{
  method: PaymentMethodName;
  refuseWith?: ProviderErrorCode | undefined;
  /** The bank, the depositor and the receipt of a virtual account. */
  depositor?: Depositor;
}>;

/** The error code of a payment that the window refused. */
export const REFUSED_CARD = 'REJECT_CARD_PAYMENT';

/**
 * Pays an order as its buyer would in the payment window: approved at once or, for a virtual account, issued and waiting
 * for the deposit, with the goods reserved. A paid order stays as it is; an order whose payment was refused can be tried
 * again. Throws Refused.
 */
export async function payOrder(call: Call, orderKey: string, use: WindowUse): Promise<OrderRow> {
  const { method, refuseWith, depositor } = use;
  const order = await lockOrder(call.sql, orderKey);
  if (!order) throw new Refused('NOT_FOUND_ORDER');
  if (order.paymentKey !== null) return order;
  const product = await findProduct(call.sql, order.productKey);
  if (!product) throw new Refused('NOT_FOUND_PRODUCT');
  assertForSale(call, product);
  assertMinimum(method, order.amount);
  const awaitsDeposit = method === '가상계좌' && refuseWith === undefined;
  const payment = await openPayment(call, {
    method,
    details: detailsOf[method](order.amount),
    amount: order.amount,
    orderId: `${PAYLINK_ORDER_PREFIX}${randomText(22)}`,
    orderName: orderNameOf(order),
    isAuthenticated: !awaitsDeposit,
    refuseWith,
  });
  if (refuseWith !== undefined) {
    await abortPayment(call, payment.paymentKey);
    return order;
  }
  await takeStock(call.sql, order);
  await call.sql.rows('update link_order set payment_key = $2 where order_key = $1', [orderKey, payment.paymentKey]);
  if (awaitsDeposit) await issueFor(call, order, payment, depositor);
  else await approvePayment(call, payment);
  return { ...order, paymentKey: payment.paymentKey };
}

/** Issues the virtual account, by default in the name of the order's customer. */
async function issueFor(call: Call, order: OrderRow, payment: PaymentRow, depositor: Depositor = {}): Promise<void> {
  const virtualAccount = { customerName: order.customerName, ...depositor.virtualAccount };
  await chooseAccount(call, payment, { ...depositor, virtualAccount });
  const account = await findAccountOrder(call.sql, payment.paymentKey);
  if (!account) throw new Error('The requested account was not stored');
  await issueAccount(call, payment, account);
}

const orderNameOf = ({ items }: OrderRow): string => readItems(items)[0]?.product.name ?? '';
