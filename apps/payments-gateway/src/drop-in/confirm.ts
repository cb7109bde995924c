import { decodeInput, type Input, Refusal } from '@jeongsan/http-contract';
import { confirmOrderPayment } from '@jeongsan/platform-contract';
import { confirmPayment } from '../payments/confirm-payment/confirm-payment.js';
import { readPayableOrder } from '../payments/payable-order.js';
import type { Answer, Arrived, DropIn } from './arrived.js';
import { asCaller } from './as-caller.js';
import { charge } from './charge.js';
import { isRefusedThere } from './refused-there.js';
import { jsonOf, sealedFor } from './sealed-request.js';

/**
 * Confirms a payment: our checks first, then the provider, then the books. The answer is the provider's, also when the provider
 * refused. A body that is no confirm goes to the provider as it is, which refuses it in its own words; one with decimals, which a payment in dollars has, is checked first. The older form of confirm
 * has the payment key in its path.
 */
export async function confirm(dropIn: DropIn, arrived: Arrived): Promise<Answer> {
  if (isRefusedThere(dropIn, arrived)) return charge(dropIn, arrived);
  const asked = askedOf(arrived, await jsonOf(dropIn, arrived));
  if (!asked || (await isUnregistered(dropIn, asked.orderId)))
    return charge(dropIn, arrived).catch((error: unknown) => {
      throw likeTheProviders(error);
    });
  const { gateway, bytesOf, refusalWith } = asCaller(dropIn.gateway, arrived);
  const answer = await confirmPayment(gateway, asked).then(bytesOf, (error: unknown) => {
    const refusal = refusalOf(error, refusalWith);
    if (refusal) return refusal;
    throw likeTheProviders(error);
  });
  return sealedFor(dropIn, arrived, answer);
}

type ConfirmAsked = Input<typeof confirmOrderPayment>['body'];

function askedOf({ params }: Arrived, body: unknown): ConfirmAsked | undefined {
  try {
    const whole = typeof body === 'object' && body !== null ? { ...body, ...params } : body;
    return decodeInput(confirmOrderPayment, { params: {}, query: {}, body: whole }).body;
  } catch {
    return undefined;
  }
}

/** Whether the order may be paid although it is not registered: its payment is then booked as unallocated. */
async function isUnregistered({ gateway, unregisteredOrders }: DropIn, orderId: string): Promise<boolean> {
  return unregisteredOrders === 'unallocated' && (await readPayableOrder(gateway.db, orderId)) === undefined;
}

/** The provider's own code for a confirm with another amount than the payment's. */
function likeTheProviders(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'PAYMENT_AMOUNT_MISMATCH') return error;
  return new Refusal(error.status, error.code, error.detail, { providerCode: 'FORBIDDEN_REQUEST' });
}

/** The bytes of the provider's refusal, if the error says that the provider refused just now. */
export function refusalOf(error: unknown, refusalWith: (code: string) => Answer | undefined): Answer | undefined {
  const code = error instanceof Refusal ? error.extensions['providerCode'] : undefined;
  return typeof code === 'string' ? refusalWith(code) : undefined;
}
