import { IncompleteListing } from './incomplete-listing.js';

/**
 * One page as the provider answers it. `hasMore` is absent where the documents describe an answer of items alone, and may be
 * absent elsewhere: then only an empty page ends the listing, because a page may be shorter than the limit that was asked for.
 */
export type ListingPage<T> = Readonly<{
  items: readonly T[];
  hasMore?: boolean | null | undefined;
  nextCursor?: string | null | undefined;
  /** The number of items, by the word of the provider. */
  size?: number | null | undefined;
}>;

/** One page of a listing that has shown no contradiction so far, and the place at which a later reading continues. */
export type ReadPage<T, Page extends ListingPage<T> = ListingPage<T>> = Readonly<{
  items: readonly T[];
  /** Null after the last page: the listing is complete. */
  checkpoint: string | null;
  /** The page as `read` returned it. */
  page: Page;
}>;

export type Listing<T, Page extends ListingPage<T> = ListingPage<T>> = Readonly<{
  /** The name of the listing, for error messages. */
  what: string;
  idOf: (item: T) => string;
  read: (place: string | undefined) => Promise<Page>;
  /** The checkpoint at which to continue. Default: the beginning. */
  after?: string | undefined;
  /** The items that each page was asked for; a page may have fewer. */
  limit: number;
  /** Whether an item is of the period that was asked for. Default: the listing has no period. */
  isInside?: (item: T) => boolean;
  /** Set for pages by number: the place of the page after `place`. Default: pages by cursor. */
  numbered?: boolean;
  /** Whether the next page is requested while the caller works on this one. */
  ahead?: boolean;
  pagesMax: number;
}>;

/**
 * Reads a listing page by page to its end: every listing of the provider, by every caller. Throws IncompleteListing when the
 * listing contradicts itself; a listing that ends here without an error is complete.
 */
export async function* listingPages<T, Page extends ListingPage<T>>(
  listing: Listing<T, Page>,
): AsyncGenerator<ReadPage<T, Page>> {
  const { what, read, after, ahead, pagesMax } = listing;
  const isRepeated = repetition(listing);
  const places = new Set<string>(after === undefined ? [] : [after]);
  let place = after;
  let requested: Promise<Page> | undefined;
  for (let count = 1; count <= pagesMax; count += 1) {
    const page = await (requested ?? read(place));
    const { items } = page;
    const checkpoint = checkpointOf(listing, page, place);
    requested = undefined;
    if (isRepeated(items)) throw new IncompleteListing(what, 'SAME_PAGE');
    if (checkpoint !== null) {
      if (places.has(checkpoint)) throw new IncompleteListing(what, 'SAME_CURSOR');
      places.add(checkpoint);
      place = checkpoint;
      if (ahead && count < pagesMax) requested = quiet(read(place));
    }
    yield { items, checkpoint, page };
    if (checkpoint === null) return;
  }
  throw new IncompleteListing(what, 'ENDLESS');
}

/** A failure of a page that was requested ahead is thrown when the page is read, which may be never. */
function quiet<T>(page: Promise<T>): Promise<T> {
  page.catch(() => undefined);
  return page;
}

/** The checkpoint after a page, which is checked first. */
function checkpointOf<T>(
  { what, idOf, limit, isInside, numbered }: Pick<Listing<T>, 'what' | 'idOf' | 'limit' | 'isInside' | 'numbered'>,
  { items, hasMore, nextCursor, size }: ListingPage<T>,
  place: string | undefined,
): string | null {
  if (items.length > limit) throw new IncompleteListing(what, 'LONG_PAGE');
  if (typeof size === 'number' && size !== items.length) throw new IncompleteListing(what, 'WRONG_SIZE');
  if (isInside && !items.every(isInside)) throw new IncompleteListing(what, 'OUTSIDE');
  if (typeof hasMore === 'boolean') {
    if (hasMore && typeof nextCursor !== 'string') throw new IncompleteListing(what, 'NO_CURSOR');
    return hasMore ? (nextCursor ?? null) : null;
  }
  const last = items.at(-1);
  if (last === undefined) return null;
  return numbered ? String(Number(place ?? 0) + 1) : idOf(last);
}

/**
 * Finds a page that came before. After a cursor no item can come again, so a page with a known item is a repeated one. Pages by
 * number shift when an item is added before them, so single items may come twice: there a repeated page begins and ends with the
 * same items as an earlier page of the same length.
 */
function repetition<T>({
  idOf,
  numbered,
  after,
}: Pick<Listing<T>, 'idOf' | 'numbered' | 'after'>): (items: readonly T[]) => boolean {
  const ends = new Set<string>(numbered || after === undefined ? [] : [after]);
  let before: ReadonlySet<string> = new Set();
  return (items) => {
    const ids = items.map(idOf);
    const edges = [ids[0], ids.at(-1)].filter((id) => id !== undefined);
    const marks = numbered ? edges.slice(1).map((last) => JSON.stringify([ids.length, ids[0], last])) : edges;
    const isKnown = numbered ? marks.some((mark) => ends.has(mark)) : ids.some((id) => before.has(id) || ends.has(id));
    before = new Set(ids);
    for (const mark of marks) ends.add(mark);
    return isKnown;
  };
}
