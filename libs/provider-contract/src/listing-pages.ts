import { CallError } from '@jeongsan/http-contract';

/**
 * One page of a listing, and the cursor of the next page. Some answers hold `items` alone: a page that does not say whether there is
 * more is no end, and the next one is asked for after its last item.
 */
export type ListingPage<T> = Readonly<{
  items: readonly T[];
  hasMore?: boolean | null | undefined;
  nextCursor?: string | null | undefined;
}>;

type Listing<T> = Readonly<{
  /** The name of the listing, for error messages. */
  what: string;
  idOf: (item: T) => string;
  read: (cursor: string | undefined) => Promise<ListingPage<T>>;
  /** The cursor after which to continue. Default: the beginning. */
  after?: string | undefined;
  pagesMax: number;
}>;

/**
 * Yields the pages of a listing up to the page that states that there are no more. An unlisted payout may be paid again, so an
 * inconsistent listing is no evidence. Throws CallError `unknown` when the listing has more pages without a cursor, repeats a
 * cursor or a page, or exceeds `pagesMax`.
 */
export async function* listingPages<T>({
  what,
  idOf,
  read,
  after,
  pagesMax,
}: Listing<T>): AsyncGenerator<readonly T[]> {
  const cursors = new Set<string>(after === undefined ? [] : [after]);
  // All ids of the previous page, and the first and last ids of older pages: a repeated page contains one of them.
  const ends = new Set<string>(cursors);
  let before: ReadonlySet<string> = new Set();
  let cursor = after;
  for (let page = 1; page <= pagesMax; page += 1) {
    const shown = await read(cursor);
    const { items, hasMore, nextCursor } = typeof shown.hasMore === 'boolean' ? shown : pageByKey(shown.items, idOf);
    const ids = items.map(idOf);
    if (ids.some((id) => before.has(id) || ends.has(id))) throw noEvidence(what, 'shows a page again');
    yield items;
    if (!hasMore) return;
    if (nextCursor === null || nextCursor === undefined) throw noEvidence(what, 'promises more and does not say where');
    if (cursors.has(nextCursor)) throw noEvidence(what, 'does not move on');
    cursors.add(nextCursor);
    before = new Set(ids);
    for (const end of [ids[0], ids.at(-1)]) if (end !== undefined) ends.add(end);
    cursor = nextCursor;
  }
  throw noEvidence(what, 'does not end');
}

/**
 * A page of a listing without `hasMore`: only an empty page ends the listing, since a page may be shorter than the requested
 * limit.
 */
export function pageByKey<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ListingPage<T> & Readonly<{ hasMore: boolean }> {
  const last = items.at(-1);
  return { items, hasMore: last !== undefined, nextCursor: last === undefined ? null : keyOf(last) };
}

const noEvidence = (what: string, fault: string) =>
  new CallError('unknown', 200, 'LISTING_DOES_NOT_END', `The listing of ${what} ${fault}: it proves nothing`);
