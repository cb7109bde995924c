import { CallError, Refusal } from '@jeongsan/http-contract';
import { Permanent } from '@jeongsan/messaging';
import { findCancel, type CancelRecord } from '../cancel-record.js';
import { isInProgress, lookForCancel, sendCancel } from '../cancel-payment/send-cancel.js';
import { secondsFrom, type Gateway } from '../../gateway.js';
import { LOOK_AGAIN_SECONDS, lookAtCancelAgain, mayLookAgain } from '../../look-later.js';

/**
 * Finds out the outcome of a cancel without an answer. A cancel that the provider lists is booked. A cancel that is
 * absent in two looks, the second after CANCEL_SETTLE_SECONDS, never arrived: the same request is sent again with the
 * same idempotency key.
 */
export async function observeCancel(gateway: Gateway, cancelId: string): Promise<void> {
  const cancel = await findCancel(gateway.db, cancelId);
  if (cancel?.state !== 'requested') return;
  try {
    await lookOrSend(gateway, cancel);
  } catch (error) {
    // A refusal is recorded and ends the cancel. A job has no caller to return the refusal to.
    if (error instanceof Refusal) return;
    // The provider may be down for longer than the job's retries last, so another look is enqueued.
    if (!(error instanceof CallError)) throw error;
    await lookAgain(gateway, cancel, secondsFrom(gateway.now(), LOOK_AGAIN_SECONDS));
  }
}

async function lookOrSend(gateway: Gateway, known: CancelRecord): Promise<void> {
  const first = await lookForCancel(gateway, known);
  if (first.cancel.state !== 'requested') return;
  const settlesAt = secondsFrom(known.createdAt, gateway.cancelSettleSeconds);
  if (gateway.now() < settlesAt) return lookAgain(gateway, known, settlesAt);
  if (isInProgress(first.seen, known)) {
    return lookAgain(gateway, known, secondsFrom(gateway.now(), LOOK_AGAIN_SECONDS));
  }
  const second = await lookForCancel(gateway, known);
  if (second.cancel.state === 'requested') await sendCancel(gateway, second.cancel);
}

async function lookAgain(gateway: Gateway, { id, createdAt }: CancelRecord, at: Date): Promise<void> {
  const now = gateway.now();
  if (!mayLookAgain(now, createdAt)) throw new Permanent(`Cancel ${id} is still undecided after a day`);
  await lookAtCancelAgain(gateway.db, now, id, at);
}
