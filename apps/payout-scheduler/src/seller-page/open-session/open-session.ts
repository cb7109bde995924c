import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { SellerSessions } from '@jeongsan/nest-kit';
import { type openSellerSession as contract, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

/** The address of the page for browsers: an absolute URL, or a path at the front door. */
export class SellerPageAddress {
  constructor(readonly url: string) {}
}

/** Data is erased when a person asks for it, or when its retention ends: that also blanks the account. */
const SELLER = statement(`
  select s.account_masked = '' or exists (select from messaging.erasure where subject = 'seller/' || s.seller_id) as "isErased"
    from onboarding.seller s where s.seller_id = :sellerId`);

/** A link to the page of a seller. @throws SELLER_NOT_FOUND, SELLER_ERASED */
export async function openSession(
  db: Executor,
  { sessions, address }: Readonly<{ sessions: SellerSessions; address: SellerPageAddress }>,
  sellerId: string,
  { minutes, displayName, lang }: Input<typeof contract>['body'],
): Promise<Output<typeof contract>> {
  const [seller] = await SELLER.rows<{ isErased: boolean }>(db, { sellerId });
  if (!seller) throw refuse('SELLER_NOT_FOUND', `There is no seller ${sellerId}`);
  if (seller.isErased) throw refuse('SELLER_ERASED', `The data of seller ${sellerId} was erased: there is no page`);
  const { token, expiresAt } = await sessions.issue({ sellerId, displayName: displayName ?? null }, minutes);
  const query = lang === undefined ? '' : `?lang=${lang}`;
  return { url: `${address.url}${query}#${token}`, token, expiresAt };
}
