import { CallError, Refusal } from '@jeongsan/http-contract';
import { Permanent } from '@jeongsan/messaging';
import { findCancel, type CancelRecord } from '../cancel-record.js';
import { lookForCancel, sendCancel } from '../cancel-payment/send-cancel.js';
import { secondsFrom, type Gateway } from '../gateway.js';
import { LOOK_AGAIN_SECONDS, lookAtCancelAgain, mayLookAgain } from '../look-later.js';

/**
 * Finds out what became of a cancel whose answer is missing. Present at the provider: booked. Absent in two looks, the second after
 * it had time to settle: it never arrived, and the same request goes out again under the same idempotency key.
 */
export async function observeCancel(gateway: Gateway, cancelId: string): Promise<void> {
  const cancel = await findCancel(gateway.db, cancelId);
  if (cancel?.state !== 'requested') return;
  try {
    await lookOrSend(gateway, cancel);
  } catch (error) {
    // A refusal is on record and ends the cancel; there is nobody here to tell.
    if (error instanceof Refusal) return;
    // The provider may be away for longer than a job is tried.
    if (!(error instanceof CallError)) throw error;
    await lookAgain(gateway, cancel, secondsFrom(gateway.now(), LOOK_AGAIN_SECONDS));
  }
}

async function lookOrSend(gateway: Gateway, known: CancelRecord): Promise<void> {
  const first = await lookForCancel(gateway, known);
  if (first.cancel.state !== 'requested') return;
  const settlesAt = secondsFrom(known.createdAt, gateway.cancelSettleSeconds);
  if (gateway.now() < settlesAt) return lookAgain(gateway, known, settlesAt);
  const second = await lookForCancel(gateway, known);
  if (second.cancel.state === 'requested') await sendCancel(gateway, second.cancel);
}

async function lookAgain(gateway: Gateway, { id, createdAt }: CancelRecord, at: Date): Promise<void> {
  const now = gateway.now();
  if (!mayLookAgain(now, createdAt)) throw new Permanent(`Cancel ${id} is still undecided after a day`);
  await lookAtCancelAgain(gateway.db, now, id, at);
}
