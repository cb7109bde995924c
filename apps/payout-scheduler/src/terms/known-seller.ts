import type { Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';

/** Throws SELLER_NOT_FOUND for a seller that was never onboarded. */
export async function assertSellerKnown(tx: Executor, sellerId: string): Promise<void> {
  const [known] = await tx.query<object[]>(`select from onboarding.seller where seller_id = $1`, [sellerId]);
  if (!known) throw refuse('SELLER_NOT_FOUND', `There is no seller ${sellerId}`);
}
