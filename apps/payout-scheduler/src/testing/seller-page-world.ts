import { type MarketOrder, SettledMarket } from './settled-market.js';
import { schedulerWorld, type SchedulerWorld, type Sent } from './scheduler-world.js';

export const MINA = 'mina-shop';
export const OTHER = 'other-shop';
/** What an operator wrote about a hold: nothing of it is for the seller. */
export const NOTE = 'the police asked about this shop';
export const OPERATOR_REASON = 'FRAUD_SUSPECTED';
/** What each amount of a seller is multiplied by: no amount of one is an amount of the other. */
const amounts = { [MINA]: 1n, [OTHER]: 3n } as const;

export type SellerPageWorld = SchedulerWorld &
  Readonly<{
    market: SettledMarket;
    /** The token of a new link to a seller's page. */
    link: (sellerId: string) => Promise<string>;
    /** Reads the page with a token. */
    read: (token: string, path: string) => Promise<Sent>;
  }>;

/**
 * Two sellers whose orders, payouts, statements, debts and holds are alike and never equal: a paid payout, one at the bank, a
 * refund after the payout, money that waits, and holds that an operator placed. The clock stands on 14 May 2026.
 */
export async function sellerPageWorld(): Promise<SellerPageWorld> {
  const world = await schedulerWorld(new Date('2026-05-14T10:00:00+09:00'));
  const market = new SettledMarket(world.db);
  await fortnightOf(market);
  const shared = await market.order([
    { sellerId: MINA, amount: 40_000n, maturesOn: '2026-05-29' },
    { sellerId: OTHER, amount: 77_000n, maturesOn: '2026-05-29' },
  ]);
  for (const sellerId of [MINA, OTHER]) {
    const hold = { scope: 'SELLER', reason: OPERATOR_REASON, detail: NOTE };
    await world.call('kim', 'POST', `/sellers/${sellerId}/holds`, hold);
    const ofOrder = { ...hold, scope: 'ORDER', orderId: shared.orderId, releaseOn: '2026-06-30' };
    await world.call('kim', 'POST', `/sellers/${sellerId}/holds`, ofOrder);
  }
  const link = async (sellerId: string): Promise<string> => {
    const { status, json } = await world.call('robot', 'POST', `/sellers/${sellerId}/sessions`, { minutes: 15 });
    if (status !== 201) throw new Error(JSON.stringify(json));
    return String(json['token']);
  };
  return { ...world, market, link, read: (token, path) => world.send(`Bearer ${token}`, 'GET', path) };
}

/** A sale that is paid out and partly refunded afterwards, a second payout less that debt, and money that waits. */
async function fortnightOf(market: SettledMarket): Promise<void> {
  const sellers = Object.entries(amounts);
  for (const [sellerId] of sellers) await market.seller(sellerId);
  const first = new Map<string, MarketOrder>();
  for (const [sellerId, times] of sellers) {
    const discount = { discount: 1_000n * times, bySeller: 300n * times };
    const lines = [
      { sellerId, amount: 10_000n * times, fee: 1_000 },
      { sellerId, amount: 21_000n * times, ...discount },
    ];
    first.set(sellerId, await market.order(lines));
  }
  await market.draft('2026-05-08');
  for (const [sellerId, times] of sellers) {
    await advanceLast(market, sellerId, '2026-05-09', ['submit', 'accept', 'settle']);
    await market.cancel(first.get(sellerId) as MarketOrder, 0, 2_000n * times, '2026-05-11');
    await market.order([{ sellerId, amount: 50_000n * times, maturesOn: '2026-05-12' }]);
  }
  await market.draft('2026-05-12');
  for (const [sellerId, times] of sellers) {
    await advanceLast(market, sellerId, '2026-05-14', ['submit', 'accept']);
    await market.order([{ sellerId, amount: 6_000n * times, maturesOn: '2026-05-20' }]);
  }
}

async function advanceLast(
  market: SettledMarket,
  sellerId: string,
  on: string,
  events: Parameters<SettledMarket['advance']>[2],
): Promise<void> {
  const latest = (await market.payouts(sellerId)).at(-1);
  await market.advance(latest?.id ?? '', on, events);
}
