import { encodeOutput } from '@jeongsan/http-contract';
import { getPayment } from '@jeongsan/provider-contract';
import { maskPayment } from '../mask-payment.js';
import type { Answer, Arrived } from './arrived.js';

/**
 * The market's servers get a payment as the provider sent it, because the buyer is the market's customer. All other callers get
 * it without the buyer's data. Throws when a payment for such a caller cannot be read: then nothing of it is shown.
 */
export function paymentFor({ caller }: Arrived, answer: Answer): Answer {
  if (caller?.roles.includes('market') || answer.status !== 200) return answer;
  const payment = getPayment.success.body.parse(JSON.parse(answer.body.toString('utf8')));
  return { ...answer, body: Buffer.from(JSON.stringify(encodeOutput(getPayment, maskPayment(payment)))) };
}
