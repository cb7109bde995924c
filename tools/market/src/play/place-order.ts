import { CallError, type Input } from '@jeongsan/http-contract';
import type { createOrder } from '@jeongsan/platform-contract';
import { paidForOrder, type Order } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';
import { payOrder } from './pay-order.js';
import type { Shop } from './shop.js';

/** An order that a buyer has placed, with its payment. */
export type PlacedOrder = Readonly<{
  order: Order;
  /** The number under which the order is registered: the order's own, or one that the provider made up. */
  orderId: string;
  paymentKey: string;
}>;

/**
 * A buyer orders and pays, or receives a virtual account: everything that a shop does for one order on its day. An order that is
 * registered on the next day is not registered yet.
 */
export async function placeOrder(shop: Shop, order: Order): Promise<PlacedOrder> {
  const { registered } = order;
  const { gateway } = shop.clients;
  if (registered === 'BEFORE') await gateway.createOrder({ body: registrationOf(order, order.orderId) });
  const { orderId, paymentKey } = await payOrder(shop, order);
  if (registered === 'AFTER') await gateway.createOrder({ body: registrationOf(order, orderId) });
  return { order, orderId, paymentKey };
}

/** An order as the gateway registers it, under the number that the provider shows for its payment. */
export function registrationOf(order: Order, orderId: string): Registration {
  const { orderName, orderedAt, lines } = order;
  return { orderId, orderName, orderedAt: new Date(orderedAt), totalAmount: paidForOrder(order), lines: [...lines] };
}

type Registration = Input<typeof createOrder>['body'];

/** Registers orders that were paid on the day before, all in one request. Throws when one of them is refused. */
export async function registerPaidOrders({ gateway }: Clients, placed: readonly PlacedOrder[]): Promise<void> {
  const body = placed.map(({ order, orderId }) => registrationOf(order, orderId));
  const answers = await gateway.registerOrders({ body });
  const refused = answers.find(({ outcome }) => outcome === 'refused');
  if (refused) throw new Error(`${refused.orderId} was not registered: ${refused.problem?.detail}`);
  if (answers.length < placed.length) throw new Error(`${placed.length - answers.length} orders were not answered`);
}

/** The buyer pays into the virtual account. */
export async function depositFor({ control, provider }: Clients, { paymentKey }: PlacedOrder): Promise<void> {
  const params = { paymentKey };
  await control.depositIntoAccount({ params, body: {} }).catch(async (error: unknown) => {
    // A repeat whose first answer was lost finds the money deposited.
    const isRepeat = error instanceof CallError && error.code === 'NOT_POSSIBLE';
    if (!isRepeat || (await provider.getPayment({ params })).status !== 'DONE') throw error;
  });
}
