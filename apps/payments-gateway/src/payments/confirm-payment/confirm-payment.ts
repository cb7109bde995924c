import { hit } from '@jeongsan/failpoints';
import { CallError, type Input } from '@jeongsan/http-contract';
import type { confirmOrderPayment } from '@jeongsan/platform-contract';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { contradiction, onlyRejections, requireStorable, whileUnknown } from '../../outcome.js';
import { findPayment, type PaymentRecord } from '../payment-record.js';
import { pollFor } from '../../poll.js';
import { paymentRefused, refusePayment } from '../settle-payment/refuse-payment.js';
import { settlePayment } from '../settle-payment/settle-payment.js';
import { openPayment } from './open-payment.js';
import type { PayableOrder } from '../payable-order.js';
import { requirePayable, requireWon } from './require-payable.js';

export type ConfirmAsked = Input<typeof confirmOrderPayment>['body'];

/**
 * Confirms a buyer's payment with the provider and books it: once, even if several requests ask for the same payment in
 * parallel. A refusal is final and repeats itself; PAYMENT_OUTCOME_UNKNOWN means that the same request may be sent
 * again.
 */
export async function confirmPayment(gateway: Gateway, asked: ConfirmAsked): Promise<ProviderPayment> {
  requireStorable(asked.paymentKey);
  const [order] = await Promise.all([requirePayable(gateway, asked), requireWon(gateway, asked.paymentKey)]);
  const { payment, isNew } = await openPayment(gateway, asked);
  return (isNew ? askProvider(gateway, order, payment) : resume(gateway, order, payment)).catch(whileUnknown);
}

/**
 * Sends the confirm. The payment's id is the idempotency key at the provider, so sending the same confirm again is the
 * same request.
 */
export async function askProvider(
  gateway: Gateway,
  order: PayableOrder,
  payment: PaymentRecord,
): Promise<ProviderPayment> {
  const { paymentKey, orderNumber: orderId, amount } = payment;
  const answer = await gateway.provider
    .confirmPayment({ body: { paymentKey, orderId, amount } }, { idempotencyKey: payment.id })
    .catch(onlyRejections);
  await hit('confirm:answered');
  if (!(answer instanceof CallError)) {
    const verdict = await settlePayment(gateway, order, payment, answer);
    if (verdict === 'settled') return answer;
    const detail = `the provider's success says ${answer.status}`;
    throw contradiction(gateway, 'answer-differs', payment.paymentKey, detail);
  }
  // These refusal codes may answer a repeat of a confirm whose first answer got lost. Read the payment: its status
  // decides.
  if (SAYS_IT_WAS_DECIDED.has(answer.code)) return readDecided(gateway, order, payment, answer);
  await refusePayment(gateway, payment, answer.code);
  return answerOf(gateway, payment);
}

const SAYS_IT_WAS_DECIDED: ReadonlySet<string> = new Set(['ALREADY_PROCESSED_PAYMENT', 'DUPLICATED_ORDER_ID']);

async function readDecided(
  gateway: Gateway,
  order: PayableOrder,
  payment: PaymentRecord,
  refusal: CallError,
): Promise<ProviderPayment> {
  const seen = await gateway.provider.getPayment({ params: { paymentKey: payment.paymentKey } });
  if ((await settlePayment(gateway, order, payment, seen)) === 'wait') {
    // Of the two codes only this one can hold for an undecided payment: another payment with the same order number was
    // approved.
    if (refusal.code !== 'DUPLICATED_ORDER_ID') throw refusal;
    await refusePayment(gateway, payment, refusal.code);
  }
  return answerOf(gateway, payment, seen);
}

/**
 * Answers a repeated request. A decided payment returns its outcome; an undecided one is looked up at the provider, and
 * confirmed again if the provider never received the confirm.
 */
async function resume(gateway: Gateway, order: PayableOrder, payment: PaymentRecord): Promise<ProviderPayment> {
  if (payment.state !== 'confirming') return answerOf(gateway, payment);
  const seen = await gateway.provider.getPayment({ params: { paymentKey: payment.paymentKey } });
  const verdict = await settlePayment(gateway, order, payment, seen);
  if (verdict === 'settled') return answerOf(gateway, payment, seen);

  const current = await pollFor(
    () => findPayment(gateway.db, payment.paymentKey),
    (row) => row?.state !== 'confirming',
    gateway.patienceMs,
  );
  if (current?.state !== 'confirming') return answerOf(gateway, payment);
  return askProvider(gateway, order, payment);
}

/**
 * The outcome of a decided payment: throws the refusal, or returns the payment as the provider shows it (`seen`, if the
 * caller has just read it).
 */
async function answerOf(gateway: Gateway, payment: PaymentRecord, seen?: ProviderPayment): Promise<ProviderPayment> {
  const current = (await findPayment(gateway.db, payment.paymentKey)) ?? payment;
  if (current.state === 'refused') throw paymentRefused(current, current.refusalCode);
  return seen ?? gateway.provider.getPayment({ params: { paymentKey: payment.paymentKey } });
}
