import { inList, type Executor } from '@jeongsan/database';
import { systemActors } from '@jeongsan/nest-kit';
import { sellerStates } from '@jeongsan/state-machines';

/**
 * Releases the holds that the scheduler placed and whose cause is gone: a bank refused an account, and the seller has another one
 * that was verified since; the provider allowed no payouts to a seller, and has changed its mind since. What a person placed stays.
 */
export async function releaseMendedHolds(tx: Executor, now: Date): Promise<void> {
  await tx.query(
    `update payouts.hold h set released_at = $1, released_by = $2
       from onboarding.seller s
      where h.released_at is null and h.scope = 'SELLER' and h.placed_by = $3 and s.seller_id = h.seller_id
        and s.state in ${inList(sellerStates.payable)}
        and ((h.reason = 'ACCOUNT_REJECTED' and s.account_fingerprint <> h.account_fingerprint)
             or (h.reason = 'PAYOUT_REFUSED' and h.detail = 'FORBIDDEN_SELLER_PAYOUT' and s.updated_at > h.placed_at))`,
    [now, systemActors.mended, systemActors.scheduler],
  );
}
