import { listingPages } from '@jeongsan/provider-contract';
import type { ProviderPayout } from './payout.js';
import type { PayoutProvider } from './provider.js';

const LISTING_LIMIT = 1_000;
/** A bound against an endless listing: at 1,000 payouts a page, one date with its two neighbours has far fewer pages. */
const LISTING_PAGES_MAX = 1_000;

/** Payout dates (Asia/Seoul), both inclusive. */
export type Window = Readonly<{ from: string; to: string }>;

/**
 * Finds the payouts with the wanted references in a window of payout dates, and counts all listed payouts. Throws when the
 * listing breaks off or contradicts itself (IncompleteListing): an incomplete listing proves nothing about absent payouts.
 */
export async function findListed(
  provider: Pick<PayoutProvider, 'listPayouts'>,
  { from, to }: Window,
  wanted: ReadonlySet<string>,
): Promise<Readonly<{ found: ProviderPayout[]; listed: number }>> {
  const found: ProviderPayout[] = [];
  const window = { payoutDateGte: from, payoutDateLte: to, limit: LISTING_LIMIT };
  let listed = 0;
  const pages = listingPages({
    what: `payouts from ${from} to ${to}`,
    idOf: ({ id }: ProviderPayout) => id,
    limit: LISTING_LIMIT,
    // A payout that does not show its date cannot be outside.
    isInside: ({ payoutDate }) => typeof payoutDate !== 'string' || (payoutDate >= from && payoutDate <= to),
    read: async (cursor) => {
      const query = cursor === undefined ? window : { ...window, startingAfter: cursor };
      return (await provider.listPayouts({ query })).entityBody;
    },
    pagesMax: LISTING_PAGES_MAX,
  });
  for await (const { items } of pages) {
    listed += items.length;
    found.push(...items.filter((p) => typeof p.refPayoutId === 'string' && wanted.has(p.refPayoutId)));
  }
  return { found, listed };
}
