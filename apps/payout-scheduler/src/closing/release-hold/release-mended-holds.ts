import { inList, type Executor } from '@jeongsan/database';
import { systemActors } from '@jeongsan/nest-kit';
import { sellerStates } from '@jeongsan/state-machines';
import { type Hold, holdColumns } from '../place-hold/place-hold.js';
import { recordReleases } from './release-hold.js';

/**
 * Releases holds of the scheduler whose cause is gone: a bank refused an account, and the seller now has another
 * verified one; or the provider did not allow payouts to a seller, and allows them now. Holds placed by a person stay.
 */
export async function releaseMendedHolds(tx: Executor, now: Date): Promise<void> {
  const released = await tx.query<Hold[]>(
    `with done as (update payouts.hold h set released_at = $1, released_by = $2
       from onboarding.seller s
      where h.released_at is null and h.scope = 'SELLER' and h.placed_by = $3 and s.seller_id = h.seller_id
        and s.state in ${inList(sellerStates.payable)}
        and ((h.reason = 'ACCOUNT_REJECTED' and s.account_fingerprint <> h.account_fingerprint)
             or (h.reason = 'PAYOUT_REFUSED' and h.detail = 'FORBIDDEN_SELLER_PAYOUT' and s.updated_at > h.placed_at))
      returning h.*) select ${holdColumns} from done`,
    [now, systemActors.mended, systemActors.scheduler],
  );
  await recordReleases(tx, released, systemActors.mended, now);
}
