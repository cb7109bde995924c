import { CallError, Refusal } from '@jeongsan/http-contract';
import { Permanent } from '@jeongsan/messaging';
import { findCancel, isWaiting, type CancelRecord } from '../cancel-record.js';
import { isInProgress, lookForCancel, sendCancel } from '../cancel-payment/send-cancel.js';
import { secondsFrom, type Gateway } from '../../gateway.js';
import { LOOK_AGAIN_SECONDS, lookAtCancelAgain, mayLookAgain } from '../../look-later.js';

/**
 * Finds out the outcome of a cancel without an answer. A cancel that the provider lists is booked. A cancel that is
 * absent in two looks, the second after CANCEL_SETTLE_SECONDS, never arrived: the same request is sent again with the
 * same idempotency key. While a cancel of the payment is in progress at the provider abroad, this cancel waits, however long.
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
    const current = (await findCancel(gateway.db, cancelId)) ?? cancel;
    await lookAgain(gateway, current, secondsFrom(gateway.now(), secondsUntilLook(gateway, current)));
  }
}

async function lookOrSend(gateway: Gateway, known: CancelRecord): Promise<void> {
  const first = await lookForCancel(gateway, known);
  if (first.cancel.state !== 'requested') return;
  const cancel = await noteWaiting(gateway, first.cancel, isInProgress(first.seen));
  if (isWaiting(cancel)) {
    return lookAgain(gateway, cancel, secondsFrom(gateway.now(), secondsUntilLook(gateway, cancel)));
  }
  const settlesAt = secondsFrom(known.createdAt, gateway.cancelSettleSeconds);
  if (gateway.now() < settlesAt) return lookAgain(gateway, cancel, settlesAt);
  const second = await lookForCancel(gateway, known);
  if (second.cancel.state !== 'requested') return;
  const answer = await sendCancel(gateway, second.cancel);
  // The provider abroad will answer later: this job was the only one that looks.
  if (isInProgress(answer)) await lookAgain(gateway, cancel, secondsFrom(gateway.now(), LOOK_AGAIN_SECONDS));
}

/** Records since when, or until when, a cancel of the payment is in progress at the provider abroad. */
async function noteWaiting({ db, now }: Gateway, cancel: CancelRecord, isBusy: boolean): Promise<CancelRecord> {
  if (isBusy === isWaiting(cancel)) return cancel;
  const waitingSince = cancel.waitingSince ?? now();
  const waitingUntil = isBusy ? null : now();
  await db.query('update gateway.cancel set waiting_since = $2, waiting_until = $3 where id = $1', [
    ...[cancel.id, waitingSince, waitingUntil],
  ]);
  return { ...cancel, waitingSince, waitingUntil };
}

/** A cancel that has waited for more than a day is looked at every hour; a webhook, or the nightly listing, comes first as a rule. */
const secondsUntilLook = ({ now }: Gateway, cancel: CancelRecord): number =>
  isWaiting(cancel) && !mayLookAgain(now(), cancel.createdAt) ? HOUR_SECONDS : LOOK_AGAIN_SECONDS;
const HOUR_SECONDS = 3_600;

/** The day after which an unknown outcome needs a person begins when the waiting ends. */
async function lookAgain(gateway: Gateway, cancel: CancelRecord, at: Date): Promise<void> {
  const now = gateway.now();
  const { id, createdAt, waitingUntil } = cancel;
  if (!isWaiting(cancel) && !mayLookAgain(now, waitingUntil ?? createdAt))
    throw new Permanent(`Cancel ${id} is still undecided after a day`);
  await lookAtCancelAgain(gateway.db, now, id, at);
}
