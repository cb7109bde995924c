import { inList } from '@jeongsan/database';
import { takesMoney } from '@jeongsan/payouts';
import { eachPayout } from '@jeongsan/provider-client';
import { payoutStates } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';

/** Our payouts that were sent and whose outcome our ledger does not have yet. */
export const openStates = inList(payoutStates.underWay);

const ITEMS_PER_PAGE = 1_000;

/**
 * The references of open payouts whose amount has left the provider's balance, read from the provider's listing. Our
 * own state is not enough: a batch may have no answer yet, and a payout may have ended without our knowing.
 */
export async function takenPayouts(db: DataSource, provider: ProviderApi): Promise<string[]> {
  const [open] = await db.query<{ first: string | null; last: string | null }[]>(
    `select min(d.day)::date as first, max(d.day)::date as last
       from payouts.payout p left join payouts.batch a on a.id = p.batch_id
      cross join lateral (select coalesce(p.payout_date, a.payout_date) as day) d
      where p.state in ${openStates}`,
  );
  if (!open || open.first === null || open.last === null) return [];
  const taken: string[] = [];
  let listed: string[] = [];
  const keepOpen = async (): Promise<void> => {
    const rows = await db.query<{ ref_payout_id: string }[]>(
      `select ref_payout_id from payouts.payout where ref_payout_id = any($1) and state in ${openStates}`,
      [listed],
    );
    taken.push(...rows.map((row) => row.ref_payout_id));
    listed = [];
  };
  const window = { payoutDateGte: open.first, payoutDateLte: open.last, limit: ITEMS_PER_PAGE };
  for await (const payout of eachPayout(provider, window)) {
    if (typeof payout.refPayoutId === 'string' && takesMoney(payout.status)) listed.push(payout.refPayoutId);
    if (listed.length === ITEMS_PER_PAGE) await keepOpen();
  }
  await keepOpen();
  return taken;
}
