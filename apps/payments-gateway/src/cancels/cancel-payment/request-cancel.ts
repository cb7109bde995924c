import { createHash } from 'node:crypto';
import { Refusal } from '@jeongsan/http-contract';
import { refuse } from '@jeongsan/platform-contract';
import { paymentStates } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { linesOfCancel, writeCancelLines } from '../cancel-lines.js';
import { findCancelByRequest, reasonOf, type CancelRecord } from '../cancel-record.js';
import type { Gateway } from '../../gateway.js';
import { enqueueCancelLook } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { findPayment, lockPayment, type PaymentRecord } from '../../payments/payment-record.js';
import { readRefundableLines } from '../refundable-lines.js';
import { insertCancel } from './insert-cancel.js';
import { planCancel, planWithoutLines, type CancelAsked } from './plan-cancel.js';

export type CancelRequest = Readonly<{ paymentKey: string; requestKey: string; asked: CancelAsked }>;
export type RequestedCancel =
  | Readonly<{ kind: 'fresh' | 'known'; cancel: CancelRecord }>
  /** Another cancel of this payment is open: the balance is known only after that cancel has ended. */
  | Readonly<{ kind: 'busy'; cancelId: string }>;

/**
 * Records a cancel with its lines before the request goes to the provider, and enqueues the job that looks up its
 * outcome later. Only one cancel of a payment is open at a time, so that the balance the cancel was checked against
 * cannot change under it.
 */
export async function requestCancel(gateway: Gateway, request: CancelRequest): Promise<RequestedCancel> {
  const { paymentKey, requestKey, asked } = request;
  const payment = await findPayment(gateway.db, paymentKey);
  if (!payment) throw refuse('PAYMENT_NOT_FOUND', `Payment ${paymentKey} was never confirmed here`);
  return moneyTransaction(gateway.db, 'request-cancel', async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    const known = await findCancelByRequest(tx, requestKey);
    if (known) return { kind: 'known', cancel: requireSame(gateway, known, payment.id, asked) };
    await requireCancelable(tx, locked);
    const [open] = await tx.query<{ id: string }[]>(
      `select id from gateway.cancel where payment_id = $1 and state = 'requested'`,
      [payment.id],
    );
    if (open) return { kind: 'busy', cancelId: open.id };

    const cancel = await recordCancel(gateway, tx, locked, request);
    await enqueueCancelLook(tx, gateway, cancel.id);
    return { kind: 'fresh', cancel };
  });
}

/** Records the cancel with its lines; a payment that waits for a deposit, or is unallocated, has none. */
async function recordCancel(
  { seal, now }: Gateway,
  tx: EntityManager,
  payment: PaymentRecord,
  { requestKey, asked }: CancelRequest,
): Promise<CancelRecord> {
  const { refundReceiveAccount: account, cancelRequestId: requestIdAbroad = null } = asked;
  const refundAccount = account ? JSON.stringify(account) : undefined;
  const common = {
    requestKey,
    reason: asked.cancelReason,
    linesHash: hashOfLines(asked),
    refundAccount,
    requestIdAbroad,
  };
  if (payment.orderId === null || payment.state === 'waiting') {
    return insertCancel(tx, seal, payment, { ...common, ...planWithoutLines(payment, asked) }, now());
  }
  const lines = await readRefundableLines(tx, payment.orderId);
  const { parts, units, ...plan } = planCancel(lines, asked);
  const wanted = { ...common, ...plan, linesHash: hashOfLines(asked) };
  const cancel = await insertCancel(tx, seal, payment, wanted, now());
  await writeCancelLines(tx, payment.orderId, cancel.id, linesOfCancel(lines, parts, units));
  return cancel;
}

function requireSame({ seal }: Gateway, known: CancelRecord, paymentId: string, asked: CancelAsked): CancelRecord {
  const isSame =
    known.paymentId === paymentId &&
    // An erased reason cannot be compared, so only the key and the amount are.
    (known.sealedReason === '' || reasonOf(seal, known) === asked.cancelReason) &&
    (asked.cancelAmount === undefined || known.amount === asked.cancelAmount) &&
    (asked.cancelRequestId === undefined || known.requestIdAbroad === asked.cancelRequestId) &&
    (known.linesHash === null || known.linesHash === hashOfLines(asked));
  if (isSame) return known;
  throw new Refusal(422, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used before for another cancel');
}

/** Equal for requests that name the same lines with the same amounts and units, in any order. */
function hashOfLines({ lines }: CancelAsked): string | null {
  if (!lines) return null;
  const facts = lines.map(({ lineId, amount, quantity }) => `${lineId} ${amount ?? ''} ${quantity ?? ''}`).sort();
  return createHash('sha256').update(facts.join('\n')).digest('hex');
}

async function requireCancelable(tx: EntityManager, payment: PaymentRecord): Promise<void> {
  const { paymentKey, state } = payment;
  if (state === 'voided' || (state === 'canceled' && (await wasCanceledAtOnce(tx, payment)))) {
    throw refuse('CANCEL_REFUSED', `Payment ${paymentKey} is canceled already`, {
      providerCode: 'ALREADY_CANCELED_PAYMENT',
    });
  }
  if (paymentStates.over.includes(state))
    throw refuse('CANCEL_REFUSED', `Payment ${paymentKey} is ${state}: there is nothing to cancel`);
  if (state === 'confirming') {
    throw refuse('PAYMENT_OUTCOME_UNKNOWN', `Whether payment ${paymentKey} is approved is being looked up`);
  }
}

/** At the provider a payment canceled as a whole has another status, and another refusal, than one canceled in parts. */
async function wasCanceledAtOnce(tx: EntityManager, { id, amount }: PaymentRecord): Promise<boolean> {
  const whole = await tx.query<unknown[]>(
    `select 1 from gateway.cancel where payment_id = $1 and kind = 'cancel' and state = 'done' and amount = $2`,
    [id, amount],
  );
  return whole.length > 0;
}
