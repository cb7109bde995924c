import { CallError } from '@jeongsan/http-contract';
import { inKnownYears, refuse } from '@jeongsan/platform-contract';
import type { Gateway } from '../../gateway.js';
import { startsOf, whenPaid } from '../../orders/line-starts.js';
import { readPayableOrder, type PayableOrder } from '../payable-order.js';

type Asked = Readonly<{ orderId: string; amount: bigint }>;

/**
 * The registered order that a payment is for. Throws ORDER_NOT_FOUND, PAYMENT_AMOUNT_MISMATCH, or CALENDAR_YEAR_UNKNOWN before any
 * money is taken.
 */
export async function requirePayable(gateway: Gateway, asked: Asked): Promise<PayableOrder> {
  const order = await payableIfRegistered(gateway, asked);
  if (!order) throw refuse('ORDER_NOT_FOUND', `Order ${asked.orderId} was never registered`);
  return order;
}

/** As requirePayable, but returns undefined for an order that is not registered. */
export async function payableIfRegistered(gateway: Gateway, asked: Asked): Promise<PayableOrder | undefined> {
  const order = await readPayableOrder(gateway.db, asked.orderId);
  if (!order) return undefined;
  if (order.total !== asked.amount) {
    throw refuse('PAYMENT_AMOUNT_MISMATCH', `Order ${asked.orderId} costs ${order.total} won, not ${asked.amount}`);
  }
  // Money of a line without a maturity date could never be paid out.
  const calendar = await gateway.calendar();
  inKnownYears(() => startsOf(whenPaid(order, gateway.now()), calendar));
  return order;
}

/**
 * Throws PAYMENT_CURRENCY_UNSUPPORTED for a payment that the buyer authenticated in another currency. A confirm names no currency,
 * so the payment is read; one that the provider does not know passes, since the provider refuses its confirm.
 */
export async function requireWon(gateway: Gateway, paymentKey: string): Promise<void> {
  const currency = await gateway.provider.getPayment({ params: { paymentKey } }).then(
    (payment) => payment.currency,
    (error: unknown) => {
      if (error instanceof CallError && error.outcome === 'rejected') return 'KRW';
      if (!(error instanceof CallError)) throw error;
      throw refuse('PROVIDER_UNAVAILABLE', `Payment ${paymentKey} cannot be read, and nothing was sent`);
    },
  );
  if (currency !== 'KRW') throw refuse('PAYMENT_CURRENCY_UNSUPPORTED', `The payment is in ${currency}`);
}
