import type { ProviderPayout } from './payout.js';
import type { PayoutProvider } from './provider.js';

const LISTING_LIMIT = 1_000;
/** A batch of 100 stands within one or two pages of its date; this many says that something else is wrong. */
const LISTING_PAGES_MAX = 1_000;

/** Payout dates (Asia/Seoul), both included. */
export type Window = Readonly<{ from: string; to: string }>;

/** Looks for payouts by reference in the whole window. A listing that breaks off proves nothing and throws. */
export async function findListed(
  provider: Pick<PayoutProvider, 'listPayouts'>,
  { from, to }: Window,
  wanted: ReadonlySet<string>,
): Promise<Readonly<{ found: ProviderPayout[]; listed: number }>> {
  const found: ProviderPayout[] = [];
  const window = { payoutDateGte: from, payoutDateLte: to, limit: LISTING_LIMIT };
  let startingAfter: string | null = null;
  let listed = 0;
  for (let page = 0; page < LISTING_PAGES_MAX; page += 1) {
    const query = startingAfter === null ? window : { ...window, startingAfter };
    const { entityBody } = await provider.listPayouts({ query });
    listed += entityBody.items.length;
    found.push(...entityBody.items.filter((p) => p.refPayoutId !== null && wanted.has(p.refPayoutId)));
    if (!entityBody.hasMore || entityBody.nextCursor === null) return { found, listed };
    startingAfter = entityBody.nextCursor;
  }
  throw new Error(`The listing of payouts from ${from} to ${to} does not end`);
}
