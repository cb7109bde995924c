import { CallError } from '@jeongsan/http-contract';
import { bookCancels } from '../book-cancel/book-cancel.js';
import { findCancel, reasonOf, type CancelRecord } from '../cancel-record.js';
import type { Gateway, ProviderPayment } from '../gateway.js';
import { contradiction, onlyRejections } from '../outcome.js';
import { findPayment, type PaymentRecord } from '../payment-record.js';
import { cancelRefused, refuseCancel } from './refuse-cancel.js';

/**
 * Sends a cancel and books its outcome. The cancel's id is the idempotency key at the provider, so sending the same
 * cancel again is the same request. Throws CANCEL_REFUSED, or the CallError of an unknown outcome.
 */
export async function sendCancel(gateway: Gateway, cancel: CancelRecord): Promise<ProviderPayment> {
  const { paymentKey, amount, taxFree } = cancel;
  const reason = reasonOf(gateway.seal, cancel);
  // The currency is left out because the payment has it. The amount is always named: "all that remains" can mean
  // another amount by the time the provider reads the request.
  const body = { cancelReason: reason, cancelAmount: amount, ...(taxFree > 0n && { taxFreeAmount: taxFree }) };
  const answer = await gateway.provider
    .cancelPayment({ params: { paymentKey }, body }, { idempotencyKey: cancel.id })
    .catch(onlyRejections);
  if (answer instanceof CallError) {
    const state = await refuseCancel(gateway, cancel, answer.code);
    if (state !== 'done') throw cancelRefused(cancel, answer.code);
    return gateway.provider.getPayment({ params: { paymentKey } });
  }
  await bookCancels(gateway, await paymentOf(gateway, cancel), answer);
  const booked = await findCancel(gateway.db, cancel.id);
  if (booked?.state === 'done') return answer;
  const detail = `the provider's success lists no new cancel of ${amount}`;
  throw contradiction(gateway, 'cancel-not-listed', paymentKey, detail);
}

/** Reads the payment at the provider, books the cancels that it lists, and returns this cancel with its new state. */
export async function lookForCancel(
  gateway: Gateway,
  cancel: CancelRecord,
): Promise<Readonly<{ cancel: CancelRecord; seen: ProviderPayment }>> {
  const seen = await gateway.provider.getPayment({ params: { paymentKey: cancel.paymentKey } });
  await bookCancels(gateway, await paymentOf(gateway, cancel), seen);
  return { cancel: (await findCancel(gateway.db, cancel.id)) ?? cancel, seen };
}

async function paymentOf(gateway: Gateway, { paymentKey }: CancelRecord): Promise<PaymentRecord> {
  const payment = await findPayment(gateway.db, paymentKey);
  if (!payment) throw new Error(`Payment ${paymentKey} has a cancel but no record`);
  return payment;
}
