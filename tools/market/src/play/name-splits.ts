import type { Order } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';

const REASON = '판매 계약에 따른 배분';

/** The first digits of reservation numbers that belong to no ARS service with a split. */
export const NO_SERVICE = '9';

/** Says who gets what of a payment link's product, before it is sold. */
export async function splitProduct(
  { gateway }: Clients,
  { orderName, lines }: Order,
  productKey: string,
): Promise<void> {
  const shares = lines.map(({ lineId, sellerId, category, amount }) => ({ lineId, sellerId, category, amount }));
  await gateway.nameProductSplit({ params: { productKey }, body: { orderName, lines: shares, reason: REASON } });
}

const WHOLE_SHARE = 100_000;

/** Gives each seller an ARS service of its own when its first buyer calls. Returns the first digits of its reservation numbers. */
export function arsServices({ gateway }: Clients): (order: Order) => Promise<string> {
  const services = new Map<string, Promise<string>>();
  const open = async (service: string, sellerId: string, category: string, lineId: string) => {
    const line = { lineId, sellerId, category, share: WHOLE_SHARE };
    await gateway.nameArsSplit({ params: { service }, body: { lines: [line], reason: REASON } });
    return service;
  };
  return async ({ orderId, lines: [line] }) => {
    if (line === undefined) throw new Error(`${orderId} has no lines`);
    const { sellerId, category, lineId } = line;
    const known = services.get(sellerId);
    if (known !== undefined) return known;
    const opened = open(`1${String(services.size).padStart(3, '0')}`, sellerId, category, lineId);
    services.set(sellerId, opened);
    return opened;
  };
}
