import { randomUUID } from 'node:crypto';
import { decodeInput, type Input, Refusal } from '@jeongsan/http-contract';
import { cancelOrderPayment, refuse } from '@jeongsan/platform-contract';
import { cancelPayment as cancelPaymentThere, toMinorUnits } from '@jeongsan/provider-contract';
import { cancelPayment } from '../cancels/cancel-payment/cancel-payment.js';
import { enqueuePaymentLook } from '../look-later.js';
import { moneyTransaction } from '../money-transaction.js';
import { requireStorable } from '../outcome.js';
import { findPayment, type PaymentRecord } from '../payments/payment-record.js';
import type { Answer, Arrived, DropIn } from './arrived.js';
import { asCaller } from './as-caller.js';
import { bookAnswer, forwardMoney } from './charge.js';
import { refusalOf } from './confirm.js';
import { isRefusedThere } from './refused-there.js';
import { jsonOf, sealedFor } from './sealed-request.js';

/**
 * Cancels a payment, wholly or in part. The provider's body may hold `lines` beside the provider's own fields: the order lines
 * that the amount belongs to; the provider never sees them. A payment that our books do not have, and a body that is no cancel,
 * go to the provider as they are.
 */
export async function cancel(dropIn: DropIn, arrived: Arrived): Promise<Answer> {
  const json = isRefusedThere(dropIn, arrived) ? undefined : await jsonOf(dropIn, arrived);
  const payment = await paymentOf(dropIn, arrived);
  const asked = askedOf(arrived, payment ? inCurrencyOf(payment, json) : json);
  const known = asked && payment;
  if (!asked || !known) return pass(dropIn, arrived, asked);
  const { gateway, bytesOf, refusalWith } = asCaller(dropIn.gateway, arrived);
  const request = { paymentKey: asked.params.paymentKey, requestKey: requestKeyOf(arrived), asked: asked.body };
  const answer = await cancelPayment(gateway, request).then(bytesOf, (error: unknown) => {
    const refusal = refusalOf(error, refusalWith);
    if (refusal) return refusal;
    throw error;
  });
  return sealedFor(dropIn, arrived, answer);
}

/** Sends a cancel of a payment that our books do not have; the answer, or a look, brings payment and cancel into the books. */
async function pass(dropIn: DropIn, arrived: Arrived, asked: CancelAsked | undefined): Promise<Answer> {
  const { gateway } = dropIn;
  if (asked) {
    const { paymentKey } = asked.params;
    requireStorable(paymentKey);
    if (asked.body.lines) throw refuse('CANCEL_LINES_INVALID', `Payment ${paymentKey} has no order here`);
    await moneyTransaction(gateway.db, 'expect-cancel', (tx) => enqueuePaymentLook(tx, gateway, paymentKey));
  }
  const answer = await forwardMoney(dropIn, arrived);
  await bookAnswer(dropIn, answer);
  return answer;
}

type CancelAsked = Input<typeof cancelOrderPayment>;

async function paymentOf({ gateway }: DropIn, { params }: Arrived): Promise<PaymentRecord | undefined> {
  const { paymentKey = '' } = params;
  return paymentKey.includes('\0') ? undefined : findPayment(gateway.db, paymentKey);
}

/** The body with amounts in minor units; a body that names no currency means the payment's. */
const inCurrencyOf = ({ currency }: PaymentRecord, json: unknown): unknown =>
  currency !== 'KRW' && typeof json === 'object' && json !== null
    ? toMinorUnits(cancelPaymentThere.body, { currency, ...json })
    : json;

function askedOf({ params }: Arrived, body: unknown): CancelAsked | undefined {
  try {
    return decodeInput(cancelOrderPayment, { params, query: {}, body: withoutNulls(body) });
  } catch {
    // The provider knows no lines: it would cancel in spite of a mistake in them.
    const hasLines = typeof body === 'object' && body !== null && 'lines' in body;
    if (hasLines) throw new Refusal(400, 'INVALID_REQUEST', 'The lines of the cancel do not fit the contract');
    return undefined;
  }
}

/** The provider reads null for an optional field as its absence. Null for a required field is refused there, too. */
const withoutNulls = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body;

/**
 * Without an Idempotency-Key every request is a new one, as at the provider. A line break separates actor and key, because
 * neither can hold a line break.
 */
function requestKeyOf({ caller, headers }: Arrived): string {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? `${caller?.actor}\n${key}` : randomUUID();
}
