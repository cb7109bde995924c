import type { Gateway } from '../../gateway.js';
import { type OrderOnLine, registerBatch, type RegisteredLine } from './register-batch.js';

/** Orders of one transaction. */
const BATCH_ORDERS = 500;

/**
 * Registers orders line by line, some at a time, and tells the fate of each line once it is committed. Lines already committed
 * stay when a later batch fails; sending all lines again is safe, because a known order is answered as known.
 */
export async function* registerOrders(
  gateway: Pick<Gateway, 'db' | 'seal' | 'now'>,
  lines: Iterable<OrderOnLine>,
): AsyncGenerator<RegisteredLine> {
  for (const batch of batchesOf(lines)) yield* await registerBatch(gateway, batch);
}

/** Batches of at most BATCH_ORDERS lines in which every order id occurs once. */
function* batchesOf(lines: Iterable<OrderOnLine>): Generator<OrderOnLine[]> {
  let batch: OrderOnLine[] = [];
  let ids = new Set<string>();
  for (const one of lines) {
    const orderId = 'value' in one ? one.value.orderId : undefined;
    if (batch.length === BATCH_ORDERS || (orderId !== undefined && ids.has(orderId))) {
      yield batch;
      [batch, ids] = [[], new Set()];
    }
    batch.push(one);
    if (orderId !== undefined) ids.add(orderId);
  }
  if (batch.length > 0) yield batch;
}
