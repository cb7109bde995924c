import type { Input } from '@jeongsan/http-contract';
import type { issueVirtualAccount } from '@jeongsan/provider-contract';
import { newOrderId } from './buyer.js';
import type { Sandbox } from './sandbox.js';

type Order = Input<typeof issueVirtualAccount>['body'];

/** The smallest valid order of a virtual account. */
export const accountOrder = (order: Partial<Order> = {}): Order => ({
  amount: 50_000n,
  orderId: newOrderId(),
  orderName: '사과 한 상자',
  customerName: '김구매',
  bank: '신한',
  ...order,
});

/** Issues a virtual account that waits for its deposit. */
export const issued = (sandbox: Sandbox, order: Partial<Order> = {}) =>
  sandbox.provider.issueVirtualAccount({ body: accountOrder(order) });

/** Issues a virtual account and deposits the money. */
export async function deposited(sandbox: Sandbox, order: Partial<Order> = {}) {
  const { paymentKey } = await issued(sandbox, order);
  return sandbox.control.depositIntoAccount({ params: { paymentKey }, body: {} });
}

export const refundReceiveAccount = { bank: '20', accountNumber: '1002123456789', holderName: '김구매' };
