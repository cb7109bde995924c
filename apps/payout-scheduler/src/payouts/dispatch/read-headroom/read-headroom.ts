import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { forecastHeadroom, type PayoutPolicy, weeklyUse } from '@jeongsan/payouts';
import { refuse, type getPayoutHeadroom } from '@jeongsan/platform-contract';
import type { SellerState } from '@jeongsan/state-machines';
import { countedPayouts } from './counted-payouts.js';

type Headroom = Omit<Output<typeof getPayoutHeadroom>, 'cover'>;

/**
 * The amount that the weekly limit leaves to a seller, and the dates on which more is left. Only sellers under review
 * have a limit. @throws SELLER_NOT_FOUND.
 */
export async function readHeadroom(
  db: Executor,
  sellerId: string,
  policy: Pick<PayoutPolicy, 'weeklyLimit'>,
  now: Date,
): Promise<Headroom> {
  const [seller] = await db.query<{ state: SellerState; payable: bigint }[]>(
    `select s.state, -coalesce(a.balance, 0) as payable
       from onboarding.seller s
       left join ledger.account a on a.code = 'seller:' || s.seller_id || ':payable' and a.currency = 'KRW'
      where s.seller_id = $1`,
    [sellerId],
  );
  if (!seller) throw refuse('SELLER_NOT_FOUND', `There is no seller ${sellerId}`);
  const { state, payable } = seller;
  const payouts = (await countedPayouts(db, [sellerId], now)).get(sellerId) ?? [];
  const use = weeklyUse(payouts, now);
  const shared = {
    sellerId,
    state,
    at: now,
    usedRolling: use.rolling,
    usedThisWeek: use.calendar,
    used: use.used,
    payable,
  };
  if (state !== 'limited') return { ...shared, limit: null, headroom: null, waiting: 0n, frees: [], fitsOn: null };
  const limit = policy.weeklyLimit;
  const { headroom, waiting, frees, fitsOn } = forecastHeadroom(payouts, limit, payable, now);
  return { ...shared, limit, headroom, waiting, frees: [...frees], fitsOn };
}
