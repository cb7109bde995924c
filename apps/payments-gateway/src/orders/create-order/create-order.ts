import { type Decision, recordDecision } from '@jeongsan/audit';
import { enqueue, type Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { beginStory } from '@jeongsan/nest-kit';
import type { DataSource } from 'typeorm';
import type { Gateway } from '../../gateway.js';
import { moneyTransaction } from '../../money-transaction.js';
import { readOrder, type OrderView } from '../read-order/read-order.js';
import { checkOrder, orderFactsHash, type OrderFacts } from './check-order.js';
import { insertOrder } from './insert-order.js';
import { priceOrder, type SplitLine } from './price-order.js';
import { readTerms } from './read-terms.js';

/**
 * Registers an order and freezes for each line the terms, the commission rules and the split of its price. The same
 * request again returns the stored order; the same id with other content is refused. `decision`: a person named the lines, which
 * goes into the audit trail with the order. Uses two statements only, because
 * every order of the market passes through here.
 */
export async function createOrder(
  { db, seal, now }: Pick<Gateway, 'db' | 'seal' | 'now'>,
  order: OrderFacts,
  decision?: Decision,
): Promise<OrderView> {
  checkOrder(order);
  const factsHash = orderFactsHash(order);
  const rows = await readTerms(db, order);
  const knownHash = rows[0]?.knownHash ?? null;
  if (knownHash !== null) return existingOrder({ db, seal }, order.orderId, knownHash === factsHash);

  const lines = priceOrder(order, rows);
  const insert = (tx: Executor) => insertOrder(tx, seal, order, lines, factsHash, now());
  const isNew =
    rows[0]?.isPaidAlready === true || decision
      ? await insertAndAllocate(db, order, insert, now(), decision)
      : await insert(db);
  if (isNew) {
    beginStory('order', order.orderId, { order_id: order.orderId });
    return viewOf(order, lines);
  }
  // A parallel request with the same order id was inserted first.
  const [row] = await readTerms(db, order);
  return existingOrder({ db, seal }, order.orderId, row?.knownHash === factsHash);
}

/** Inserts an order whose payment is in the books already, and enqueues the look that moves its money to the sellers. */
const insertAndAllocate = (
  db: DataSource,
  { orderId }: OrderFacts,
  insert: (tx: Executor) => Promise<boolean>,
  now: Date,
  decision?: Decision,
): Promise<boolean> =>
  moneyTransaction(db, 'register-paid', async (tx) => {
    const isNew = await insert(tx);
    if (isNew) await enqueue(tx, 'payment-order.observe', { orderId }, now);
    if (isNew && decision) await recordDecision(tx, decision, now);
    return isNew;
  });

async function existingOrder(
  gateway: Pick<Gateway, 'db' | 'seal'>,
  orderId: string,
  isSame: boolean,
): Promise<OrderView> {
  if (!isSame) throw refuse('ORDER_CONFLICT', `Order ${orderId} was registered before with other content`);
  return readOrder(gateway, orderId);
}

const viewOf = (order: OrderFacts, lines: readonly SplitLine[]): OrderView => ({
  ...order,
  paymentState: null,
  depositDue: null,
  lines: lines.map((line) => ({
    ...line,
    canceled: 0n,
    canceledQuantity: 0,
    maturesOn: null,
    deliveredAt: null,
    autoConfirmsAt: null,
    confirmedAt: null,
    tranches: [],
  })),
});
