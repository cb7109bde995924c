import type { Input } from '@jeongsan/http-contract';
import type { issueVirtualAccount } from '@jeongsan/provider-contract';
import { newOrderId } from './buyer.js';
import type { Sandbox } from './sandbox.js';

type Order = Input<typeof issueVirtualAccount>['body'];

/** The least an order of a virtual account says. */
export const accountOrder = (order: Partial<Order> = {}): Order => ({
  amount: 50_000n,
  orderId: newOrderId(),
  orderName: '사과 한 상자',
  customerName: '김구매',
  bank: '신한',
  ...order,
});

/** An account that waits for its deposit. */
export const issued = (sandbox: Sandbox, order: Partial<Order> = {}) =>
  sandbox.provider.issueVirtualAccount({ body: accountOrder(order) });

/** An account whose deposit has come. */
export async function deposited(sandbox: Sandbox, order: Partial<Order> = {}) {
  const { paymentKey } = await issued(sandbox, order);
  return sandbox.control.depositIntoAccount({ params: { paymentKey }, body: {} });
}

export const refundReceiveAccount = { bank: '20', accountNumber: '1002123456789', holderName: '김구매' };
