import type { Output } from '@jeongsan/http-contract';
import type { explainOrder } from '@jeongsan/platform-contract';
import type { Clients } from '../platform/clients.js';
import { inParallel } from '../play/in-parallel.js';
import { listAll } from '../play/list-all.js';
import type { Payout } from './rows.js';

type Line = Output<typeof explainOrder>['lines'][number];

/** A line of an order, and where its money went or waits, as explained by the scheduler. */
export type OrderStory = Readonly<{ about: 'tranches' | 'hold'; orderId: string; line: Line }>;

const WORDS = { lang: 'en', audience: 'operator' } as const;
const LINES_LOOKED_AT = 200;
const HELD_SHOWN = 2;
const AT_ONCE = 8;

/** An order paid in several tranches, and orders with a hold. */
export async function askOrderStories(
  scheduler: Clients['scheduler'],
  sellerIds: readonly string[],
  payouts: readonly Payout[],
): Promise<OrderStory[]> {
  const inParts = await orderInParts(scheduler, sellerIds, payouts);
  const holds = await listAll((after) => scheduler.listHolds({ query: { open: 'true', limit: 200, ...after } }));
  const held = holds.flatMap(({ orderId, sellerId }) => (orderId === null ? [] : [{ orderId, sellerId }]));
  const asked = [
    ...(inParts === undefined ? [] : [{ about: 'tranches' as const, ...inParts }]),
    ...held.slice(0, HELD_SHOWN).map((order) => ({ about: 'hold' as const, ...order })),
  ];
  const stories = asked.map(async ({ about, orderId, sellerId }): Promise<OrderStory[]> => {
    const { lines } = await scheduler.explainOrder({ params: { orderId }, query: WORDS });
    const line = lines.find((one) => one.sellerId === sellerId);
    return line === undefined ? [] : [{ about, orderId, line }];
  });
  return (await Promise.all(stories)).flat();
}

/** Found from a late payout of a seller whose terms have several tranches. */
async function orderInParts(scheduler: Clients['scheduler'], sellerIds: readonly string[], payouts: readonly Payout[]) {
  const waiting = new Set<string>();
  await inParallel(sellerIds, AT_ONCE, async (sellerId) => {
    const { items } = await scheduler.listTerms({ params: { sellerId } });
    if (items.some(({ tranches }) => tranches.length > 1)) waiting.add(sellerId);
  });
  const late = payouts
    .filter(({ sellerId, state }) => state === 'paid' && waiting.has(sellerId))
    .sort((a, b) => ((a.payoutDate ?? '') < (b.payoutDate ?? '') ? 1 : -1));
  for (const { id, sellerId } of late.slice(0, AT_ONCE)) {
    const { lines } = await scheduler.explainPayout({
      params: { payoutId: id },
      query: { ...WORDS, limit: LINES_LOOKED_AT },
    });
    const part = lines.items.find(
      ({ tranche, line, amount }) => tranche !== null && tranche > 1 && line && amount > 0n,
    );
    if (part?.line) return { orderId: part.line.orderId, sellerId };
  }
  return undefined;
}
