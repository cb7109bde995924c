import { plainTerms, termsDocument } from '@jeongsan/settlement';
import type pg from 'pg';

/** The id of the n-th seller, from 1, in SQL. */
export const sellerId = (n: string): string => `'seller-' || lpad((${n})::text, 9, '0')`;

/** So many approved sellers, all under the same terms. */
export async function insertApprovedSellers(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     select id, id, 'CORPORATE', '', '088', '', '', md5(id), '', 'approved', id, now(), now(), now()
       from (select ${sellerId('n')} as id from generate_series(1, $1::int) as n) s`,
    [count],
  );
  await client.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at)
     select seller_id, '2026-01-01', $1, now() from onboarding.seller`,
    [termsDocument(plainTerms({ commissionRate: 10_000 }))],
  );
}
