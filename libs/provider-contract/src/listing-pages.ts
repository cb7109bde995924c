import { CallError } from '@jeongsan/http-contract';

/** A page of a listing: what is on it, and where the next one begins. */
export type ListingPage<T> = Readonly<{ items: readonly T[]; hasMore: boolean; nextCursor: string | null }>;

type Listing<T> = Readonly<{
  /** What is listed, for people. */
  what: string;
  idOf: (item: T) => string;
  read: (cursor: string | undefined) => Promise<ListingPage<T>>;
  /** The cursor to go on from; the beginning when absent. */
  after?: string | undefined;
  pagesMax: number;
}>;

/**
 * The pages of a listing, to the one that says there is no more. What is not listed may be paid again, so a listing that promises
 * more and does not say where, whose cursor does not move, that shows a page again or that does not end is no evidence: it throws.
 */
export async function* listingPages<T>({
  what,
  idOf,
  read,
  after,
  pagesMax,
}: Listing<T>): AsyncGenerator<readonly T[]> {
  const cursors = new Set<string>(after === undefined ? [] : [after]);
  // Every id of the page before, and of older pages their ends: whatever is told again runs into one of them.
  const ends = new Set<string>(cursors);
  let before: ReadonlySet<string> = new Set();
  let cursor = after;
  for (let page = 1; page <= pagesMax; page += 1) {
    const { items, hasMore, nextCursor } = await read(cursor);
    const ids = items.map(idOf);
    if (ids.some((id) => before.has(id) || ends.has(id))) throw noEvidence(what, 'shows a page again');
    yield items;
    if (!hasMore) return;
    if (nextCursor === null) throw noEvidence(what, 'promises more and does not say where');
    if (cursors.has(nextCursor)) throw noEvidence(what, 'does not move on');
    cursors.add(nextCursor);
    before = new Set(ids);
    for (const end of [ids[0], ids.at(-1)]) if (end !== undefined) ends.add(end);
    cursor = nextCursor;
  }
  throw noEvidence(what, 'does not end');
}

/** A listing without a word about more: it ends with an empty page, as a short one may only be less than was asked for. */
export function pageByKey<T>(items: readonly T[], keyOf: (item: T) => string): ListingPage<T> {
  const last = items.at(-1);
  return { items, hasMore: last !== undefined, nextCursor: last === undefined ? null : keyOf(last) };
}

const noEvidence = (what: string, fault: string) =>
  new CallError('unknown', 200, 'LISTING_DOES_NOT_END', `The listing of ${what} ${fault}: it proves nothing`);
