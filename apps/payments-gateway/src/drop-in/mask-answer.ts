import { encodeOutput } from '@jeongsan/http-contract';
import { clientContract } from '@jeongsan/provider-contract';
import { maskPayment } from '../payments/mask-payment.js';
import type { Answer, Arrived } from './arrived.js';

/**
 * The market's servers, and customers with their own tokens, get an answer as the provider sent it. People may use operations on
 * payments only, and get a payment without the buyer's data. Throws when such a payment cannot be read: then nothing is shown.
 */
export function paymentFor({ caller }: Arrived, answer: Answer): Answer {
  if (caller === undefined || caller.roles.includes('market') || answer.status !== 200) return answer;
  const { getPayment } = clientContract;
  const payment = getPayment.success.body.parse(JSON.parse(answer.body.toString('utf8')));
  return { ...answer, body: Buffer.from(JSON.stringify(encodeOutput(getPayment, maskPayment(payment)))) };
}
