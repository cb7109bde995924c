import { decodeInput, type Input, Refusal } from '@jeongsan/http-contract';
import { confirmOrderPayment } from '@jeongsan/platform-contract';
import { confirmPayment } from '../confirm-payment/confirm-payment.js';
import type { Answer, Arrived, DropIn } from './arrived.js';
import { asCaller } from './as-caller.js';
import { paymentFor } from './mask-answer.js';
import { jsonOf, sealedFor } from './sealed-request.js';
import { asksForTestCode } from './test-code.js';
import { toProvider } from './to-provider.js';

/**
 * Confirms a payment: our checks first, then the provider, then the books. The answer is the provider's, also when the provider
 * refused. A body that is no confirm goes to the provider as it is, which refuses it in its own words.
 */
export async function confirm(dropIn: DropIn, arrived: Arrived): Promise<Answer> {
  const asked = asksForTestCode(dropIn, arrived) ? undefined : askedOf(await jsonOf(dropIn, arrived));
  if (!asked) return toProvider(dropIn, arrived);
  const { gateway, bytesOf, refusalWith } = asCaller(dropIn.gateway, arrived);
  const answer = await confirmPayment(gateway, asked).then(bytesOf, (error: unknown) => {
    const refusal = refusalOf(error, refusalWith);
    if (refusal) return refusal;
    throw error;
  });
  return sealedFor(dropIn, arrived, paymentFor(arrived, answer));
}

function askedOf(body: unknown): Input<typeof confirmOrderPayment>['body'] | undefined {
  try {
    return decodeInput(confirmOrderPayment, { params: {}, query: {}, body }).body;
  } catch {
    return undefined;
  }
}

/** The bytes of the provider's refusal, if the error says that the provider refused just now. */
export function refusalOf(error: unknown, refusalWith: (code: string) => Answer | undefined): Answer | undefined {
  const code = error instanceof Refusal ? error.extensions['providerCode'] : undefined;
  return typeof code === 'string' ? refusalWith(code) : undefined;
}
