import type { Executor } from '@jeongsan/database';
import { differenceOf, type Difference, type Known } from '@jeongsan/payouts';
import type { PayoutItem } from '@jeongsan/provider-client';
import type { BatchState, PayoutState } from '@jeongsan/state-machines';

/** A payout in the provider's listing, with our payout of the same reference. */
export type Compared = Readonly<{
  listed: PayoutItem;
  difference: Difference;
  /** The seller of the payout; null: not a seller of ours. */
  sellerId: string | null;
  known: (Known & Readonly<{ payoutId: string; batchId: string | null }>) | null;
}>;

type Row = {
  position: number;
  payout_id: string | null;
  amount: bigint;
  provider_seller_id: string;
  state: PayoutState;
  batch_id: string | null;
  batch_state: BatchState | null;
  payee: string | null;
  seller_id: string | null;
};

/**
 * The payouts of a page that differ from the books as they are now. Differences that were found before are left out.
 */
export async function differing(db: Executor, page: readonly PayoutItem[]): Promise<Compared[]> {
  const rows = await db.query<Row[]>(
    `select l.position::int, p.id as payout_id, p.amount, p.provider_seller_id, p.state, p.batch_id, a.state as batch_state,
            p.seller_id as payee, s.seller_id
       from unnest($1::text[], $2::text[], $3::text[]) with ordinality as l(id, reference, destination, position)
       left join payouts.payout p on p.ref_payout_id = l.reference
       left join payouts.batch a on a.id = p.batch_id
       left join onboarding.seller s on s.provider_seller_id = l.destination
      where not exists (select from payouts.provider_finding f where f.provider_payout_id = l.id)`,
    [page.map((p) => p.id), page.map((p) => p.refPayoutId), page.map((p) => p.destination)],
  );
  return rows.flatMap((row): Compared[] => {
    const listed = page[row.position - 1];
    if (!listed) return [];
    const known = knownOf(row);
    const difference = differenceOf(listed, known, row.seller_id !== null);
    return difference === null ? [] : [{ listed, difference, sellerId: row.payee ?? row.seller_id, known }];
  });
}

function knownOf(row: Row): Compared['known'] {
  if (row.payout_id === null) return null;
  return {
    payoutId: row.payout_id,
    batchId: row.batch_id,
    amount: row.amount,
    providerSellerId: row.provider_seller_id,
    state: row.state,
    batchState: row.batch_state,
  };
}
