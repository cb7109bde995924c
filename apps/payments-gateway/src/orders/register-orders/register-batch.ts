import { enqueueAll, transaction } from '@jeongsan/database';
import { Refusal, type Output } from '@jeongsan/http-contract';
import { refuse, type registerOrders } from '@jeongsan/platform-contract';
import { beginStory, toProblem, type NdjsonLine } from '@jeongsan/nest-kit';
import type { DataSource } from 'typeorm';
import { checkOrder, orderFactsHash, type OrderFacts } from '../create-order/check-order.js';
import { insertOrders, type PricedOrder } from '../create-order/insert-order.js';
import { priceOrder } from '../create-order/price-order.js';
import type { Gateway } from '../../gateway.js';
import { readTermsOfBatch } from './terms-of-batch.js';

export type OrderOnLine = NdjsonLine<OrderFacts>;
/** The fate of one line. */
export type RegisteredLine = Output<typeof registerOrders>[number];
type Fate = Pick<RegisteredLine, 'outcome' | 'problem'>;
type Checked = Readonly<{ facts: OrderFacts; factsHash: string }>;

const REGISTERED: Fate = { outcome: 'registered', problem: null };
const KNOWN: Fate = { outcome: 'known', problem: null };

/**
 * Registers the orders of some lines, whose order ids differ, with as many statements as for one of them. Each line meets the fate
 * that `createOrder` would give its order; a refused line changes nothing for the others.
 */
export async function registerBatch(
  gateway: Pick<Gateway, 'db' | 'seal' | 'now'>,
  lines: readonly OrderOnLine[],
): Promise<RegisteredLine[]> {
  const fates = new Map<number, Fate>();
  const checked = new Map<number, Checked>();
  for (const one of lines) {
    const result = attempt(() => check(one));
    if (result instanceof Refusal) fates.set(one.line, refused(result));
    else checked.set(one.line, result);
  }
  const registered = await registerChecked(gateway, [...checked.values()]);
  return lines.map((one) => {
    const fate = fates.get(one.line) ?? registered.get(checked.get(one.line)?.facts.orderId ?? '');
    if (!fate) throw new Error(`Line ${one.line} was left without a fate`);
    return { line: one.line, orderId: 'value' in one ? one.value.orderId : null, ...fate };
  });
}

function check(one: OrderOnLine): Checked {
  if ('refusal' in one) throw one.refusal;
  checkOrder(one.value);
  return { facts: one.value, factsHash: orderFactsHash(one.value) };
}

async function registerChecked(
  { db, seal, now }: Pick<Gateway, 'db' | 'seal' | 'now'>,
  orders: readonly Checked[],
): Promise<Map<string, Fate>> {
  const fates = await fatesOfKnown(db, orders);
  const fresh = orders.filter(({ facts }) => !fates.has(facts.orderId));
  if (fresh.length === 0) return fates;
  const priced: PricedOrder[] = [];
  const termsOf = await readTermsOfBatch(
    db,
    fresh.map(({ facts }) => facts),
  );
  for (const order of fresh) {
    const lines = attempt(() => priceOrder(order.facts, termsOf(order.facts)));
    if (lines instanceof Refusal) fates.set(order.facts.orderId, refused(lines));
    else priced.push({ ...order, lines });
  }
  const inserted = await insertAndAllocate(db, (tx) => insertOrders(tx, seal, priced, now()), now());
  for (const orderId of inserted) {
    fates.set(orderId, REGISTERED);
    beginStory('order', orderId, { order_id: orderId });
  }
  // Orders that a parallel request inserted first.
  const late = priced.filter(({ facts }) => !fates.has(facts.orderId));
  for (const [orderId, fate] of await fatesOfKnown(db, late)) fates.set(orderId, fate);
  return fates;
}

/** Orders whose payments are in the books already get the look that moves their money to the sellers, as in createOrder. */
const insertAndAllocate = (
  db: DataSource,
  insert: (tx: Parameters<typeof insertOrders>[0]) => ReturnType<typeof insertOrders>,
  now: Date,
): Promise<string[]> =>
  transaction(db, async (tx) => {
    const inserted = await insert(tx);
    const paid = inserted.filter(({ isPaidAlready }) => isPaidAlready);
    if (paid.length > 0) {
      await enqueueAll(
        tx,
        'payment-order.observe',
        paid.map(({ orderId }) => ({ data: { orderId } })),
        now,
      );
    }
    return inserted.map(({ orderId }) => orderId);
  });

/** The fates of the orders whose ids are registered: known with the same content, refused with other content. */
async function fatesOfKnown(db: DataSource, orders: readonly Checked[]): Promise<Map<string, Fate>> {
  const ids = orders.map(({ facts }) => facts.orderId);
  const rows = await db.query<{ orderId: string; factsHash: string }[]>(
    'select order_id as "orderId", facts_hash as "factsHash" from gateway.orders where order_id = any($1)',
    [ids],
  );
  const known = new Map(rows.map(({ orderId, factsHash }) => [orderId, factsHash]));
  return new Map(
    orders.flatMap(({ facts: { orderId }, factsHash }) => {
      const stored = known.get(orderId);
      return stored === undefined ? [] : [[orderId, stored === factsHash ? KNOWN : conflict(orderId)] as const];
    }),
  );
}

const conflict = (orderId: string): Fate =>
  refused(refuse('ORDER_CONFLICT', `Order ${orderId} was registered before with other content`));

const refused = (refusal: Refusal): Fate => ({ outcome: 'refused', problem: toProblem(refusal).body });

/** The result of the work, or the refusal that it threw. */
function attempt<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
