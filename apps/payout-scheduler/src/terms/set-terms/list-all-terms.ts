import { CANDIDATES_MAX, type Executor, pageSize } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { listAllTerms as endpoint } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { termsOf } from './set-terms.js';

type TermsRow = Parameters<typeof termsOf>[0];

const CANDIDATES = `
  select t.* from payouts.seller_terms t
   where (:sellerId::text is null or t.seller_id = :sellerId)
     and (:afterSeller::text is null or (t.seller_id, t.effective_from) > (:afterSeller, :afterDate::date))
   order by t.seller_id, t.effective_from limit :scan`;
const PAGE = statement(`
  select t.seller_id as "sellerId", t.effective_from as "effectiveFrom", t.document, t.set_by as "setBy"
    from (${CANDIDATES}) t
   where (:from::date is null or t.effective_from >= :from) and (:to::date is null or t.effective_from <= :to)
     and (:cycle::text is null or t.cycle = :cycle)
     and (:on::date is null
          or t.effective_from = (select max(v.effective_from) from payouts.seller_terms v
                                  where v.seller_id = t.seller_id and v.effective_from <= :on))
   order by t.seller_id, t.effective_from limit :rows`);
const LAST = statement(`
  select t.seller_id as "sellerId", t.effective_from as "effectiveFrom" from (${CANDIDATES}) t offset :before limit 1`);

type Place = Pick<TermsRow, 'sellerId' | 'effectiveFrom'>;
const cursorOf = (place: Place | undefined): string | null =>
  place ? `${place.sellerId} ${place.effectiveFrom}` : null;

/** Versions of the terms of all sellers, by seller and date. The cursor is a seller and a date. */
export async function listAllTerms(
  db: Executor,
  query: Input<typeof endpoint>['query'],
): Promise<Output<typeof endpoint>> {
  const size = pageSize(query.limit);
  const { sellerId = null, on = null, from = null, to = null, cycle = null, after } = query;
  const [afterSeller = null, afterDate = null] = after?.split(' ') ?? [];
  const isChecked = [on, from, to, cycle].some((filter) => filter !== null);
  const place = { sellerId, afterSeller, afterDate, scan: isChecked ? CANDIDATES_MAX : size + 1 };
  const rows = await PAGE.rows<TermsRow>(db, { ...place, on, from, to, cycle, rows: size + 1 });
  const items = rows.slice(0, size);
  if (rows.length > size) return { items: items.map(termsOf), nextCursor: cursorOf(items.at(-1)) };
  const [last] = isChecked ? await LAST.rows<Place>(db, { ...place, before: CANDIDATES_MAX - 1 }) : [];
  return { items: items.map(termsOf), nextCursor: cursorOf(last) };
}
