import type { Executor } from '@jeongsan/database';
import { readTermsDocument, type TermsBody } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';

/**
 * Agreed terms: a seller's first ones, and those that two people decided on. The limits of one person count from them and not from
 * the version before, or the limit could be passed in small steps.
 */
const AGREED = statement(`
  with agreed as (
    select effective_from, document from (
      select t.effective_from, t.document, row_number() over (order by t.created_at, t.effective_from) = 1 as is_first,
             exists (select from payouts.terms_change c
                      where c.seller_id = t.seller_id and c.rule_change_id is null and c.state = 'approved'
                        and case when c.is_estimate then c.effective_from else (c.decided_at at time zone 'Asia/Seoul')::date end
                            = t.effective_from) as is_approved
        from payouts.seller_terms t where t.seller_id = :sellerId) version
     where is_first or is_approved
  )
  select document from agreed
   where effective_from > :from and (:until::date is null or effective_from < :until)
      or effective_from = coalesce((select max(effective_from) from agreed where effective_from <= :from),
                                   (select min(effective_from) from agreed))
   order by effective_from`);

/** Dates from `from` up to `until`, exclusive; null: without end. */
export type Days = Readonly<{ from: string; until: string | null }>;

/** The agreed terms in force on some of these days; before the seller's first terms, the first. Empty: the seller has no terms. */
export async function agreedTerms(tx: Executor, sellerId: string, { from, until }: Days): Promise<TermsBody[]> {
  const rows = await AGREED.rows<{ document: unknown }>(tx, { sellerId, from, until });
  return rows.map(({ document }) => readTermsDocument(document));
}
