import type { ProviderErrorCode } from '@jeongsan/provider-contract';
import { openPayment } from '../payments/open-payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { Call } from '../world.js';
import type { MethodRow } from './method.js';
import { detailsOfMethod, paymentMethodOf, type Plan, rememberMethod } from './wallet-payment.js';

type Order = Plan &
  Readonly<{
    orderId: string;
    orderName: string;
    taxFreeAmount?: bigint | undefined;
    refuseWith?: ProviderErrorCode | undefined;
    /** False: the window is open, and the customer has not authenticated yet. */
    isAuthenticated?: boolean | undefined;
  }>;

/** Stores the payment of a customer who chose a method of its wallet. */
export async function openWalletPayment(
  call: Call,
  customerKey: string,
  method: MethodRow,
  { amount, months, useCardPoint, isAuthenticated = true, ...order }: Order,
): Promise<PaymentRow> {
  const payment = await openPayment(call, {
    type: 'WALLET',
    customerKey,
    method: paymentMethodOf(method),
    details: await detailsOfMethod(call, method, { amount, months, useCardPoint }),
    amount,
    orderId: order.orderId,
    orderName: order.orderName,
    taxFreeAmount: order.taxFreeAmount,
    refuseWith: order.refuseWith ?? method.refuseWith ?? undefined,
    isAuthenticated,
  });
  await rememberMethod(call, payment.paymentKey, method);
  return payment;
}
