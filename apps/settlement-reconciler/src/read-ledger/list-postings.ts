import { type Executor, CANDIDATES_MAX, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { type getLedgerPosting, type listLedgerPostings, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { cursorAfter, placeOf } from './ledger-cursor.js';
import { detachedThrough } from './missing-months.js';
import { postingKeys } from './posting-keys.js';
import { templateAbouts } from './template-abouts.js';

type Posting = Output<typeof getLedgerPosting>;
type Leg = { id: string; account: string; currency: string; amount: string };
type Place = Readonly<{ id: bigint; effectiveAt: Date }>;
type PostingRow = Omit<Posting, 'id' | 'about' | 'legs'> & { id: bigint; legs: Leg[] };

const LEGS_IN_LIST = 20;
const LEGS_MAX = 1_000;

/** Postings `p` with the first `:legs` of their entries. A posting's entries are all in one month. */
const withLegs = (from: string): string => `
  select p.id, p.key, p.template, p.effective_at as "effectiveAt", p.created_at as "createdAt", ledger.month_state(p.effective_at) as month,
         l.count as "entryCount", l.legs
    from ${from}
   cross join lateral (
     select count(*)::int as count,
            coalesce(jsonb_agg(jsonb_build_object('id', e.id::text, 'account', e.account_code, 'currency', e.currency, 'amount', e.amount::text)
                               order by e.id) filter (where e.place <= :legs), '[]') as legs
       from (select e.*, row_number() over (order by e.id) as place from ledger.entry e
              where e.posting_id = p.id and e.effective_at = p.effective_at) e) l`;

const BY_KEYS = statement(
  withLegs(`(
    select * from ledger.posting
     where key = any(:keys) and (:template::text is null or template = :template)
       and effective_at >= coalesce(:from::timestamptz, '-infinity') and effective_at < coalesce(:until::timestamptz, 'infinity')
       and (ledger.month_of(effective_at), id) > (coalesce(:month::date, '-infinity'), coalesce(:id::bigint, 0))
     order by ledger.month_of(effective_at), id limit :limit) p`) + ' order by ledger.month_of(p.effective_at), p.id',
);
/** Postings of a time, as candidates of a list of one template. */
const PLACES = `ledger.journal_page(coalesce(:from::timestamptz, '-infinity'), coalesce(:until::timestamptz, 'infinity'),
                                :month::date, :id::bigint, :scan) as j(id) join ledger.posting p on p.id = j.id`;
const BY_TIME = statement(
  withLegs(`(
    select p.* from ${PLACES} where :template::text is null or p.template = :template
     order by ledger.month_of(p.effective_at), p.id limit :limit) p`) +
    ' order by ledger.month_of(p.effective_at), p.id',
);
const LAST_PLACE = statement(`
  select p.id, p.effective_at as "effectiveAt" from ${PLACES} order by ledger.month_of(p.effective_at), p.id offset :before limit 1`);
const ONE = statement(withLegs('(select * from ledger.posting where id = :id::bigint) p'));

/**
 * Postings of a subject, or of a time: month by month, and inside a month in the order of booking. Postings of a subject stay when their
 * month is detached; they have no legs then. @throws LEDGER_MONTH_DETACHED
 */
export async function listPostings(
  db: Executor,
  { from, until, after, limit, template: named, ...subject }: Input<typeof listLedgerPostings>['query'],
): Promise<Output<typeof listLedgerPostings>> {
  const size = pageSize(limit);
  const template = named ?? null;
  const place = placeOf(after);
  const keys = await postingKeys(db, subject);
  const { month = null, id = null } = place ?? {};
  const time = { from: from ?? null, until: until ?? null, month, id: id?.toString() ?? null };
  const scan = template === null ? size + 1 : CANDIDATES_MAX;
  const query = { ...time, template, limit: size + 1, legs: LEGS_IN_LIST };
  const rows =
    keys === null
      ? await BY_TIME.rows<PostingRow>(db, { ...query, scan })
      : await BY_KEYS.rows<PostingRow>(db, { ...query, keys });
  const { items, nextCursor: next } = pageOf(rows, size, cursorAfter);
  const isScanned = next === null && keys === null && template !== null;
  const [last] = isScanned ? await LAST_PLACE.rows<Place>(db, { ...time, scan, before: CANDIDATES_MAX - 1 }) : [];
  const nextCursor = last ? cursorAfter(last) : next;
  const through = keys === null ? await detachedThrough(db, { from, until }, place?.month ?? null) : null;
  return { items: items.map(postingView), nextCursor, detachedThrough: through };
}

/** One posting with its legs. @throws LEDGER_POSTING_NOT_FOUND */
export async function readPosting(db: Executor, id: string): Promise<Posting> {
  const [row] = await ONE.rows<PostingRow>(db, { id, legs: LEGS_MAX });
  if (!row) throw refuse('LEDGER_POSTING_NOT_FOUND', `The ledger has no posting ${id}`);
  return postingView(row);
}

const postingView = ({ id, legs, ...posting }: PostingRow): Posting => ({
  ...posting,
  id: `${id}`,
  about: templateAbouts[posting.template] ?? null,
  legs: legs.map((leg) => ({ ...leg, amount: BigInt(leg.amount) })),
});
