import { CallError } from '@jeongsan/http-contract';
import { Permanent } from '@jeongsan/messaging';
import { bookCancels } from '../book-cancel/book-cancel.js';
import { secondsFrom, type Gateway, type ProviderPayment } from '../gateway.js';
import { LOOK_AGAIN_SECONDS, lookAtPaymentAgain, mayLookAgain } from '../look-later.js';
import { contradiction } from '../outcome.js';
import { readPayableOrder } from '../payable-order.js';
import { findPayment, type PaymentRecord } from '../payment-record.js';
import { refusePayment } from '../settle-payment/refuse-payment.js';
import { settlePayment } from '../settle-payment/settle-payment.js';

/**
 * Handles a webhook and an enqueued look alike: reads the payment once at the provider and books its status. A payment
 * without a record here is ignored. A payment that is fully canceled in our books cannot change any more.
 */
export async function observePayment(gateway: Gateway, paymentKey: string): Promise<void> {
  const payment = await findPayment(gateway.db, paymentKey);
  if (!payment || payment.state === 'canceled') return;
  try {
    await look(gateway, payment);
  } catch (error) {
    // The provider may be down for longer than the job's retries last: an undecided payment is looked at until it is
    // decided.
    if (!(error instanceof CallError) || payment.state !== 'confirming') throw error;
    await lookAgain(gateway, payment);
  }
}

async function look(gateway: Gateway, payment: PaymentRecord): Promise<void> {
  const seen = await readOrRefuse(gateway, payment);
  if (!seen) return;
  if (payment.state === 'approved' || payment.state === 'partially_canceled') {
    return bookCancels(gateway, payment, seen);
  }
  const order = await readPayableOrder(gateway.db, payment.orderId);
  if (!order) throw new Permanent(`Payment ${payment.paymentKey} has no order`);
  // Refused payments are compared too: if the provider shows such a payment as approved, the alarm must be raised.
  const verdict = await settlePayment(gateway, order, payment, seen);
  if (verdict === 'wait' && payment.state === 'confirming') await lookAgain(gateway, payment);
}

/** Reads the payment. Returns undefined if the provider does not know the payment; the consequences are booked then. */
async function readOrRefuse(gateway: Gateway, payment: PaymentRecord): Promise<ProviderPayment | undefined> {
  try {
    return await gateway.provider.getPayment({ params: { paymentKey: payment.paymentKey } });
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'NOT_FOUND_PAYMENT') throw error;
    await whenUnknownThere(gateway, payment, error.code);
    return undefined;
  }
}

async function whenUnknownThere(gateway: Gateway, payment: PaymentRecord, code: string): Promise<void> {
  const { state, createdAt, paymentKey } = payment;
  if (state === 'refused') return;
  if (state !== 'confirming') {
    throw contradiction(
      gateway,
      'answer-differs',
      paymentKey,
      `it is ${state} here, and the provider does not know it`,
    );
  }
  // The confirm may still be under way. Only after the settle time does the payment's absence at the provider prove
  // that the payment key was never valid.
  const isSettled = gateway.now() >= secondsFrom(createdAt, gateway.observeAfterSeconds);
  await (isSettled ? refusePayment(gateway, payment, code) : lookAgain(gateway, payment));
}

async function lookAgain(gateway: Gateway, { paymentKey, createdAt }: PaymentRecord): Promise<void> {
  const now = gateway.now();
  // The provider expires an undecided payment after 10 or 30 minutes, so after a day without a decision a person must
  // look.
  if (!mayLookAgain(now, createdAt)) throw new Permanent(`Payment ${paymentKey} is still undecided after a day`);
  await lookAtPaymentAgain(gateway.db, now, paymentKey, secondsFrom(now, LOOK_AGAIN_SECONDS));
}
