import { inList } from '@jeongsan/database';
import { payoutStates } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';

/**
 * Says which sellers have other money reserved than their open payouts promise, at one instant of the books; empty when it is the
 * same to the won. Money of a payout whose fate is unknown is never free.
 */
export async function notReservedAsPromised(db: DataSource): Promise<string[]> {
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
