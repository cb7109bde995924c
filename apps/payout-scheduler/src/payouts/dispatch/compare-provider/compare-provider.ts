import { addDays, businessDateOf } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { eachPayout, type PayoutItem } from '@jeongsan/provider-client';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import { differing } from './listed-payouts.js';
import { recordFindings } from './record-findings.js';

/** The largest page of the provider's listing, so that listing some days takes few requests. */
const LISTING_LIMIT = 10_000;
const COMPARED_AT_ONCE = 1_000;
/**
 * Days ahead that are listed: a scheduled payout has a future date, and the longest run of holidays is shorter than
 * this.
 */
const DAYS_AHEAD = 14;

/**
 * Compares the provider's payouts, of payout dates from some days ago on, with the books. Each page is compared with
 * the books as they are after the page was read: a payout sent meanwhile is recorded before its first byte, so it is no
 * finding. Returns the number of new findings; throws if the listing breaks off.
 */
export async function compareProvider(
  db: DataSource,
  provider: Pick<ProviderApi, 'listPayouts'>,
  policy: PayoutPolicy,
  daysBack: number,
  now: () => Date,
): Promise<number> {
  const today = businessDateOf(now());
  const window = {
    payoutDateGte: addDays(today, -daysBack),
    payoutDateLte: addDays(today, DAYS_AHEAD),
    limit: LISTING_LIMIT,
  };
  let found = 0;
  for await (const page of inPages(eachPayout(provider, window))) {
    if ((await differing(db, page)).length === 0) continue;
    found += await transaction(db, (tx) => recordFindings(tx, page, policy, now()));
  }
  return found;
}

async function* inPages(items: AsyncIterable<PayoutItem>): AsyncGenerator<PayoutItem[]> {
  let page: PayoutItem[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < COMPARED_AT_ONCE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
