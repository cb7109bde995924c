import { refuse } from '@jeongsan/platform-contract';
import { bookSeen } from '../../payments/book-payment/book-seen.js';
import { findCancel, type CancelRecord } from '../cancel-record.js';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { requireStorable, whileUnknown } from '../../outcome.js';
import { findPayment } from '../../payments/payment-record.js';
import { pollFor } from '../../poll.js';
import { cancelRefused } from './refuse-cancel.js';
import { requestCancel, type CancelRequest, type RequestedCancel } from './request-cancel.js';
import { lookForCancel, sendCancel } from './send-cancel.js';

const TURNS_MAX = 5;

/**
 * Cancels a payment, wholly or in part, and books the reversal line by line: once, however often the same request key comes. A
 * refusal is final and repeats itself; PAYMENT_OUTCOME_UNKNOWN means that the same request may be sent again.
 */
export async function cancelPayment(gateway: Gateway, request: CancelRequest): Promise<ProviderPayment> {
  const { cancelReason, cancelRequestId = '' } = request.asked;
  requireStorable(request.paymentKey, cancelReason, cancelRequestId);
  await bringUpToDate(gateway, request.paymentKey).catch(whileUnknown);
  return requestInTurn(gateway, request)
    .then(({ kind, cancel }) => (kind === 'fresh' ? sendCancel(gateway, cancel) : resume(gateway, cancel)))
    .catch(whileUnknown);
}

/**
 * Reads a payment that waits for its deposit in our books: the webhook about the deposit may be late, and a cancel before the
 * deposit is another cancel than one after it.
 */
async function bringUpToDate(gateway: Gateway, paymentKey: string): Promise<void> {
  const payment = await findPayment(gateway.db, paymentKey);
  if (payment?.state !== 'waiting') return;
  await bookSeen(gateway, await gateway.provider.getPayment({ params: { paymentKey } }), 'provider');
}

type Turn = Exclude<RequestedCancel, { kind: 'busy' }>;

/**
 * Cancels of one payment run one after the other. While another cancel is open, this request waits for it; after the
 * waiting time the other cancel is read at the provider.
 */
async function requestInTurn(gateway: Gateway, request: CancelRequest): Promise<Turn> {
  for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
    const requested = await requestCancel(gateway, request);
    if (requested.kind !== 'busy') return requested;
    const other = await untilDecided(gateway, requested.cancelId);
    if (other?.state === 'requested' && (await lookForCancel(gateway, other)).cancel.state === 'requested') break;
  }
  throw refuse(
    'PAYMENT_OUTCOME_UNKNOWN',
    `Another cancel of payment ${request.paymentKey} is being looked up; ask again`,
  );
}

const untilDecided = (gateway: Gateway, cancelId: string): Promise<CancelRecord | undefined> =>
  pollFor(
    () => findCancel(gateway.db, cancelId),
    (cancel) => cancel?.state !== 'requested',
    gateway.patienceMs,
  );

/**
 * Answers a repeated request. A decided cancel returns its outcome; an undecided one is looked up at the provider, and
 * sent again if the provider never received it.
 */
async function resume(gateway: Gateway, known: CancelRecord): Promise<ProviderPayment> {
  if (known.state !== 'requested') return answerOf(gateway, known);
  const { cancel, seen } = await lookForCancel(gateway, known);
  if (cancel.state !== 'requested') return answerOf(gateway, cancel, seen);
  const current = (await untilDecided(gateway, known.id)) ?? known;
  return current.state === 'requested' ? sendCancel(gateway, current) : answerOf(gateway, current);
}

async function answerOf(gateway: Gateway, cancel: CancelRecord, seen?: ProviderPayment): Promise<ProviderPayment> {
  if (cancel.state === 'refused') throw cancelRefused(cancel, cancel.refusalCode);
  return seen ?? gateway.provider.getPayment({ params: { paymentKey: cancel.paymentKey } });
}
