import { enqueue, type Executor, jobValues, withdraw } from '@jeongsan/database';
import { secondsFrom, type Gateway } from './gateway.js';

export const LOOK_AGAIN_SECONDS = 60;
const LOOK_AGAIN_SECONDS_MAX = 86_400;

/** A day after the request, another look would not help: an outcome that is still unknown then needs a person. */
export const mayLookAgain = (now: Date, askedAt: Date): boolean => now <= secondsFrom(askedAt, LOOK_AGAIN_SECONDS_MAX);

type Timing = Pick<Gateway, 'now' | 'observeAfterSeconds'>;

const paymentLook = (paymentKey: string): string => `payment.observe/${paymentKey}`;
const cancelLook = (cancelId: string): string => `payment-cancel.observe/${cancelId}`;

/** The job that looks at a payment's outcome later. It exists even if the requesting process dies. */
const laterLook = (timing: Timing, paymentKey: string) => ({
  data: { paymentKey },
  runAt: secondsFrom(timing.now(), timing.observeAfterSeconds),
  dedupeKey: paymentLook(paymentKey),
});

/** Enqueues a look at a payment's outcome for later. */
export function enqueuePaymentLook(tx: Executor, timing: Timing, paymentKey: string): Promise<void> {
  const { data, ...options } = laterLook(timing, paymentKey);
  return enqueue(tx, 'payment.observe', data, timing.now(), options);
}

/** The same look as parameters of `enqueuing`. */
export const paymentLookValues = (timing: Timing, paymentKey: string) =>
  jobValues('payment.observe', [laterLook(timing, paymentKey)], timing.now());

const orderLook = (orderId: string): string => `payment-order.observe/${orderId}`;

/** Enqueues a look at the payment with this order number, for calls whose payment key is not known before their answer. */
export function enqueueOrderLook(tx: Executor, timing: Timing, orderId: string): Promise<void> {
  const now = timing.now();
  const options = { runAt: secondsFrom(now, timing.observeAfterSeconds), dedupeKey: orderLook(orderId) };
  return enqueue(tx, 'payment-order.observe', { orderId }, now, options);
}

type Looked = Readonly<{ paymentKey: string; orderNumber: string }>;

/** The keys of the looks at a payment. */
export const paymentLooks = ({ paymentKey, orderNumber }: Looked): [string, string] => [
  paymentLook(paymentKey),
  orderLook(orderNumber),
];

/** Removes the looks at a payment, because the answer has arrived and is booked. */
export const withdrawPaymentLooks = (tx: Executor, payment: Looked): Promise<void> =>
  withdraw(tx, ...paymentLooks(payment));

/** Enqueues another look at `runAt`. Its deduplication key names the minute: looks for several causes in one minute are one. */
export function lookAtPaymentAgain(tx: Executor, now: Date, paymentKey: string, runAt: Date): Promise<void> {
  const options = { runAt, dedupeKey: `${paymentLook(paymentKey)}/${minuteOf(runAt)}` };
  return enqueue(tx, 'payment.observe', { paymentKey }, now, options);
}

/** Enqueues a look at a cancel's outcome for later. */
export function enqueueCancelLook(tx: Executor, timing: Timing, cancelId: string): Promise<void> {
  const now = timing.now();
  const options = { runAt: secondsFrom(now, timing.observeAfterSeconds), dedupeKey: cancelLook(cancelId) };
  return enqueue(tx, 'payment-cancel.observe', { cancelId }, now, options);
}

export const withdrawCancelLook = (tx: Executor, cancelId: string): Promise<void> => withdraw(tx, cancelLook(cancelId));

export function lookAtCancelAgain(tx: Executor, now: Date, cancelId: string, runAt: Date): Promise<void> {
  const options = { runAt, dedupeKey: `${cancelLook(cancelId)}/${minuteOf(runAt)}` };
  return enqueue(tx, 'payment-cancel.observe', { cancelId }, now, options);
}

/** A look at a cancel at the beginning of the next minute: until then, a second one for the same cancel is dropped. */
export function lookAtCancelInMinute(now: Date, cancelId: string) {
  const runAt = new Date((Math.floor(now.getTime() / 60_000) + 1) * 60_000);
  return { data: { cancelId }, runAt, dedupeKey: `${cancelLook(cancelId)}/${minuteOf(runAt)}` };
}

const minuteOf = (at: Date): string => at.toISOString().slice(0, 16);
