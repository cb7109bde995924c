import { Refusal } from '@jeongsan/http-contract';
import { findCancel } from '../cancel-record.js';
import { lookForCancel, sendCancel } from '../cancel-payment/send-cancel.js';
import { secondsFrom, type Gateway } from '../gateway.js';
import { lookAtCancelAgain } from '../look-later.js';

/**
 * Finds out what became of a cancel whose answer is missing. Present at the provider: booked. Absent in two looks, the second after
 * it had time to settle: it never arrived, and the same request goes out again under the same idempotency key.
 */
export async function observeCancel(gateway: Gateway, cancelId: string): Promise<void> {
  const known = await findCancel(gateway.db, cancelId);
  if (known?.state !== 'requested') return;
  const { cancel } = await lookForCancel(gateway, known);
  if (cancel.state !== 'requested') return;

  const settlesAt = secondsFrom(cancel.createdAt, gateway.cancelSettleSeconds);
  const now = gateway.now();
  if (now < settlesAt) return lookAtCancelAgain(gateway.db, now, cancel.id, settlesAt);
  const again = await lookForCancel(gateway, cancel);
  if (again.cancel.state !== 'requested') return;
  await sendCancel(gateway, again.cancel).catch(unlessRefused);
}

/** A refusal is on record and ends the cancel; there is nobody here to tell. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
