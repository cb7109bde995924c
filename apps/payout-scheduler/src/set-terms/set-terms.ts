import type { Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { readTermsDocument, type Terms, termsDocument } from '@jeongsan/settlement';

/**
 * Adds a version of a seller's terms. A version is never changed: repeating it is fine, other content for the same day is
 * TERMS_CONFLICT, since orders may already have frozen it.
 */
export async function setTerms(tx: Executor, { sellerId, effectiveFrom, ...body }: Terms, now: Date): Promise<Terms> {
  const document = termsDocument(body);
  await tx.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [sellerId, effectiveFrom, document, now],
  );
  const [stored] = await tx.query<{ document: unknown; is_same: boolean }[]>(
    `select document, document = $3::jsonb as is_same from payouts.seller_terms where seller_id = $1 and effective_from = $2`,
    [sellerId, effectiveFrom, document],
  );
  if (!stored?.is_same) {
    throw refuse(
      'TERMS_CONFLICT',
      `Seller ${sellerId} has other terms from ${effectiveFrom}: a version is never changed, add a later one`,
    );
  }
  return { sellerId, effectiveFrom, ...readTermsDocument(stored.document) };
}

export async function listTerms(tx: Executor, sellerId: string): Promise<Terms[]> {
  const rows = await tx.query<{ effectiveFrom: string; document: unknown }[]>(
    `select effective_from as "effectiveFrom", document from payouts.seller_terms where seller_id = $1 order by effective_from`,
    [sellerId],
  );
  return rows.map(({ effectiveFrom, document }) => ({ sellerId, effectiveFrom, ...readTermsDocument(document) }));
}
