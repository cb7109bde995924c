import { listingPages } from '@jeongsan/provider-contract';
import type { ProviderPayout } from './payout.js';
import type { PayoutProvider } from './provider.js';

const LISTING_LIMIT = 1_000;
/** A batch of 100 stands within one or two pages of its date; this many says that something else is wrong. */
const LISTING_PAGES_MAX = 1_000;

/** Payout dates (Asia/Seoul), both included. */
export type Window = Readonly<{ from: string; to: string }>;

/** Looks for payouts by reference in the whole window. A listing that breaks off, or contradicts itself, proves nothing and throws. */
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
    read: async (cursor) => {
      const query = cursor === undefined ? window : { ...window, startingAfter: cursor };
      return (await provider.listPayouts({ query })).entityBody;
    },
    pagesMax: LISTING_PAGES_MAX,
  });
  for await (const items of pages) {
    listed += items.length;
    found.push(...items.filter((p) => p.refPayoutId !== null && wanted.has(p.refPayoutId)));
  }
  return { found, listed };
}
