import { CallError } from '@jeongsan/http-contract';
import { Permanent } from '@jeongsan/messaging';
import { paymentStates } from '@jeongsan/state-machines';
import { bookSeen } from '../book-payment/book-seen.js';
import { findCancelsOf } from '../../cancels/cancel-record.js';
import { secondsFrom, type Gateway, type ProviderPayment } from '../../gateway.js';
import { LOOK_AGAIN_SECONDS, lookAtPaymentAgain, mayLookAgain } from '../../look-later.js';
import { contradiction } from '../../outcome.js';
import { findPayment, type PaymentRecord } from '../payment-record.js';
import { refusePayment } from '../settle-payment/refuse-payment.js';

/**
 * Handles a webhook and an enqueued look alike: reads the payment once at the provider and books its status, also of a payment
 * that our books lack. A payment that is fully canceled in our books, its refunds included, cannot change any more.
 */
export async function observePayment(gateway: Gateway, paymentKey: string): Promise<void> {
  const payment = await findPayment(gateway.db, paymentKey);
  if (payment && (await isFinished(gateway, payment))) return;
  try {
    await look(gateway, paymentKey, payment);
  } catch (error) {
    // The provider may be down for longer than the job's retries last: an undecided payment is looked at until it is
    // decided.
    if (!(error instanceof CallError) || payment?.state !== 'confirming') throw error;
    await lookAgain(gateway, payment);
  }
}

async function isFinished({ db }: Gateway, { id, state }: PaymentRecord): Promise<boolean> {
  if (state !== 'canceled') return false;
  return !(await findCancelsOf(db, id)).some(({ refund }) => refund === 'pending');
}

async function look(gateway: Gateway, paymentKey: string, payment: PaymentRecord | undefined): Promise<void> {
  const seen = await unlessUnknown(gateway.provider.getPayment({ params: { paymentKey } }));
  if (!seen) return payment && whenUnknownThere(gateway, payment, 'NOT_FOUND_PAYMENT');
  // Refused payments are compared too: if the provider shows such a payment as approved, the alarm must be raised.
  const verdict = await bookSeen(gateway, seen, 'provider');
  if (verdict === 'wait' && payment?.state === 'confirming') await lookAgain(gateway, payment);
}

/** The payment that was read; undefined if the provider does not know it. */
async function unlessUnknown(reading: Promise<ProviderPayment>): Promise<ProviderPayment | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'NOT_FOUND_PAYMENT') return undefined;
    throw error;
  });
}

async function whenUnknownThere(gateway: Gateway, payment: PaymentRecord, code: string): Promise<void> {
  const { state, createdAt, paymentKey } = payment;
  if (paymentStates.over.includes(state)) return;
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
