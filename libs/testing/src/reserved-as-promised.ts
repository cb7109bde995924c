import { inList } from '@jeongsan/database';
import { payoutStates } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';

/**
 * Sellers whose `reserved` balance differs from the sum of their open payouts, at one instant of the ledger; empty when all
 * match. Money of a payout with unknown outcome must stay reserved.
 */
export async function wronglyReserved(db: DataSource): Promise<string[]> {
  const wrong = await db.query<{ seller: string; promised: bigint; reserved: bigint }[]>(
    `select coalesce(p.seller_id, a.seller_id) as seller, coalesce(p.promised, 0)::bigint as promised, coalesce(a.reserved, 0)::bigint as reserved
       from (select seller_id, sum(amount) as promised from payouts.payout
              where state in ${inList(payoutStates.reserving)} group by seller_id) p
       full join (select split_part(code, ':', 2) as seller_id, -balance as reserved from ledger.account
                   where code like 'seller:%:reserved' and currency = 'KRW') a on a.seller_id = p.seller_id
      where coalesce(p.promised, 0) <> coalesce(a.reserved, 0)`,
  );
  return wrong.map((w) => `${w.seller} has ${w.reserved} won reserved for open payouts of ${w.promised}`);
}
