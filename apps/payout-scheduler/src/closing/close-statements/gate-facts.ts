import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { payoutStates, type SellerState } from '@jeongsan/state-machines';
import { countsSince, type GateFacts, mondayOf } from '@jeongsan/payouts';
import { statement } from '@jeongsan/sql';

export type SellerFacts = GateFacts & {
  sellerId: string;
  providerSellerId: string | null;
  accountFingerprint: string | null;
};

/**
 * SQL: the reasons of a seller's open holds. `seller` and `date` are SQL expressions for the seller's id and the date.
 */
export const openHolds = (seller: string, date: string): string =>
  `coalesce((select array_agg(h.reason order by h.placed_at) from payouts.hold h
              where h.seller_id = ${seller} and h.released_at is null and h.scope = 'SELLER'
                and (h.release_on is null or h.release_on > ${date})), '{}')`;

/** SQL: whether a seller's account was changed and may not be paid yet. `seller` is the alias of the seller's row. */
export const accountWaits = (seller: string, now: string): string =>
  `(${seller}.account_changing or ${seller}.account_held_until > ${now}) is true`;

const FACTS = statement(`
  select w.seller_id, s.state, s.provider_seller_id, s.account_fingerprint,
        ${accountWaits('s', ':now::timestamptz')} as account_waits, ${openHolds('w.seller_id', ':today')} as holds,
        week.rolling, week.calendar
   from unnest(:sellerIds::text[]) as w(seller_id)
   -- Looks up the few hundred sellers of a step by id, instead of scanning all sellers.
   left join lateral (select o.state, o.provider_seller_id, o.account_fingerprint, o.account_changing, o.account_held_until
                        from onboarding.seller o where o.seller_id = w.seller_id offset 0) s on true
  cross join lateral (
    select coalesce(sum(p.amount), 0)::bigint as rolling,
           coalesce(sum(p.amount) filter (where p.state = 'reserved' or p.submitted_at >= :monday), 0)::bigint as calendar
      from payouts.payout p
     where s.state = 'limited' and p.seller_id = w.seller_id and p.id <> all(:ignoring::uuid[])
       and (p.state = 'reserved' or p.submitted_at > :countsSince) and p.state = any(:counted)) week`);

/**
 * Reads the facts that the gates need about each seller. The caller holds the sellers' balance locks, so no other
 * payout of theirs can be created meanwhile. The weekly sum is the larger of two readings of "a week" (seven days,
 * calendar week), because the provider does not say which it uses. Only sellers under review have a weekly limit
 * (document 2 section 3.1); for all others the sum is zero. Payouts in `ignoring` are left out: they are the ones to be
 * judged.
 */
export async function readGateFacts(
  tx: Executor,
  sellerIds: readonly string[],
  now: Date,
  ignoring: readonly string[] = [],
): Promise<Map<string, SellerFacts>> {
  const rows = await FACTS.rows<Row>(tx, {
    sellerIds,
    countsSince: countsSince(now),
    counted: payoutStates.countedForWeek,
    ignoring,
    monday: mondayOf(now),
    today: businessDateOf(now),
    now,
  });
  return new Map(
    rows.map((r) => [
      r.seller_id,
      {
        sellerId: r.seller_id,
        state: r.state,
        providerSellerId: r.provider_seller_id,
        accountFingerprint: r.account_fingerprint,
        accountWaits: r.account_waits,
        holds: r.holds,
        paidThisWeek: r.rolling > r.calendar ? r.rolling : r.calendar,
      },
    ]),
  );
}

type Row = {
  seller_id: string;
  state: SellerState | null;
  provider_seller_id: string | null;
  account_fingerprint: string | null;
  account_waits: boolean;
  holds: string[];
  rolling: bigint;
  calendar: bigint;
};
