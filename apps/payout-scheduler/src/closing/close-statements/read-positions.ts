import type { Executor } from '@jeongsan/database';
import { readTermsDocument, type TermsBody, type WithheldSoFar } from '@jeongsan/settlement';
import type { RunFrame } from './run-frame.js';

/** A seller whose statement is to be closed, with the place where the seller's last statement ended. */
export type OpenSeller = Readonly<{
  sellerId: string;
  terms: TermsBody;
  opening: bigint;
  soFar: WithheldSoFar;
  /** All movements up to this entry stand on a statement. */
  statedThrough: bigint;
  reserveDue: bigint;
}>;

type Row = {
  seller_id: string;
  terms: string;
  carried: bigint;
  taxable: bigint;
  withheld: bigint;
  stated_through: bigint;
  reserve_due: bigint;
};

/** The sellers whose statement of this date is not closed yet, so that drafting can continue after a crash. */
export async function openSellers(tx: Executor, run: RunFrame, sellerIds: readonly string[]): Promise<OpenSeller[]> {
  const rows = await tx.query<Row[]>(
    `select w.seller_id, t.terms, coalesce(s.carried, 0) as carried, coalesce(s.taxable_to_date, 0) as taxable,
            coalesce(s.withheld_to_date, 0) as withheld, coalesce(s.stated_through, 0) as stated_through,
            (select coalesce(sum(r.amount - r.released), 0)::bigint from payouts.reserve_hold r
              where r.seller_id = w.seller_id and r.released < r.amount and r.release_on <= $2) as reserve_due
       from unnest($1::text[]) as w(seller_id)
       join lateral (select document::text as terms from payouts.seller_terms
                      where seller_id = w.seller_id and effective_from <= $2 order by effective_from desc limit 1) t on true
       left join lateral (select carried, taxable_to_date, withheld_to_date, stated_through from payouts.statement
                           where seller_id = w.seller_id order by business_date desc limit 1) s on true
      where not exists (select from payouts.statement s where s.seller_id = w.seller_id and s.business_date = $2)
      order by w.seller_id`,
    [sellerIds, run.businessDate],
  );
  const termsOf = termsReader();
  return rows.map((row) => ({
    sellerId: row.seller_id,
    terms: termsOf(row.terms),
    opening: row.carried,
    soFar: { taxable: row.taxable, withheld: row.withheld },
    statedThrough: row.stated_through,
    reserveDue: row.reserve_due,
  }));
}

/** A reader of terms documents that parses each distinct document once, because many sellers have the same terms. */
function termsReader(): (document: string) => TermsBody {
  const known = new Map<string, TermsBody>();
  return (document) => {
    const terms = known.get(document) ?? readTermsDocument(JSON.parse(document));
    known.set(document, terms);
    return terms;
  };
}
