import { getOrder } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { enqueuePaymentLook } from '../look-later.js';
import { moneyTransaction } from '../money-transaction.js';
import type { Answer, Arrived, DropIn } from './arrived.js';
import { bookAnswer, forwardMoney } from './charge.js';
import { asksForTestCode } from './test-code.js';
import { toProvider } from './to-provider.js';

const Paid = z.object({ payment: z.object({ paymentKey: z.string() }) });

/**
 * Cancels the payment of a link's order. The order is read first, because only its payment's key lets a look find the outcome of a
 * cancel whose answer is lost.
 */
export async function cancelLinkOrder(dropIn: DropIn, arrived: Arrived): Promise<Answer> {
  const paymentKey = asksForTestCode(dropIn, arrived) ? undefined : await paymentKeyOf(dropIn, arrived);
  const { gateway } = dropIn;
  if (paymentKey !== undefined) {
    await moneyTransaction(gateway.db, 'expect-cancel', (tx) => enqueuePaymentLook(tx, gateway, paymentKey));
  }
  const answer = await forwardMoney(dropIn, arrived);
  await bookAnswer(dropIn, answer, (order) => (order as { payment?: unknown } | null)?.payment);
  return answer;
}

async function paymentKeyOf(dropIn: DropIn, arrived: Arrived): Promise<string | undefined> {
  const operation = { name: 'getOrder', endpoint: getOrder } as const;
  const url = arrived.url.replace(/\/cancel(\?.*)?$/, '');
  const { status, body } = await toProvider(dropIn, { ...arrived, operation, url, headers: {} });
  return status === 200 ? Paid.safeParse(JSON.parse(body.toString('utf8'))).data?.payment.paymentKey : undefined;
}
