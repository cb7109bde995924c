import { enqueue, withdraw, type Executor } from '@jeongsan/database';
import { secondsFrom, type Gateway } from './gateway.js';

export const LOOK_AGAIN_SECONDS = 60;
const LOOK_AGAIN_SECONDS_MAX = 86_400;

/** What is still open a day after it was asked needs a person, not another look. */
export const mayLookAgain = (now: Date, askedAt: Date): boolean => now <= secondsFrom(askedAt, LOOK_AGAIN_SECONDS_MAX);

type Timing = Pick<Gateway, 'now' | 'observeAfterSeconds'>;

const paymentLook = (paymentKey: string): string => `payment.observe/${paymentKey}`;
const cancelLook = (cancelId: string): string => `payment-cancel.observe/${cancelId}`;

/** Promises to look what became of a payment, however the process that asks for it ends. */
export function promisePaymentLook(tx: Executor, timing: Timing, paymentKey: string): Promise<void> {
  const now = timing.now();
  const options = { runAt: secondsFrom(now, timing.observeAfterSeconds), dedupeKey: paymentLook(paymentKey) };
  return enqueue(tx, 'payment.observe', { paymentKey }, now, options);
}

/** The answer came and is booked: nobody needs to look. */
export const withdrawPaymentLook = (tx: Executor, paymentKey: string): Promise<void> =>
  withdraw(tx, paymentLook(paymentKey));

/** Another look at `runAt`. A key per minute: the look that promises this one is still open under its own. */
export function lookAtPaymentAgain(tx: Executor, now: Date, paymentKey: string, runAt: Date): Promise<void> {
  const options = { runAt, dedupeKey: `${paymentLook(paymentKey)}/${minuteOf(runAt)}` };
  return enqueue(tx, 'payment.observe', { paymentKey }, now, options);
}

/** Promises to look what became of a cancel. */
export function promiseCancelLook(tx: Executor, timing: Timing, cancelId: string): Promise<void> {
  const now = timing.now();
  const options = { runAt: secondsFrom(now, timing.observeAfterSeconds), dedupeKey: cancelLook(cancelId) };
  return enqueue(tx, 'payment-cancel.observe', { cancelId }, now, options);
}

export const withdrawCancelLook = (tx: Executor, cancelId: string): Promise<void> => withdraw(tx, cancelLook(cancelId));

export function lookAtCancelAgain(tx: Executor, now: Date, cancelId: string, runAt: Date): Promise<void> {
  const options = { runAt, dedupeKey: `${cancelLook(cancelId)}/${minuteOf(runAt)}` };
  return enqueue(tx, 'payment-cancel.observe', { cancelId }, now, options);
}

const minuteOf = (at: Date): string => at.toISOString().slice(0, 16);
