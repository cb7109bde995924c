import { IncompleteListing, type ListingFault } from './incomplete-listing.js';
import { type Listing, listingPages, type ListingPage } from './listing-pages.js';

type Item = Readonly<{ id: string }>;
const page = (ids: string, nextCursor: string | null, hasMore = nextCursor !== null): ListingPage<Item> => ({
  items: [...ids].map((id) => ({ id })),
  hasMore,
  nextCursor,
});

const LIMIT = 3;
type Pages = Record<string, ListingPage<Item>>;

/** Reads a listing whose pages are named by their places; `start` is the first page. */
async function readAll(pages: Pages, special: Partial<Listing<Item>> = {}): Promise<string> {
  const read = async (cursor = 'start') => pages[cursor] ?? page('', null);
  const listing = { what: 'things', idOf: ({ id }: Item) => id, read, limit: LIMIT, pagesMax: 9, ...special };
  let ids = '';
  for await (const { items } of listingPages(listing)) ids += items.map(({ id }) => id).join('');
  return ids;
}

const itemsAlone = (ids: string): ListingPage<Item> => ({ items: page(ids, null).items });

// prettier-ignore
test.each<[string, Record<string, ListingPage<Item>>, string]>([
  ['one page',                    { start: page('abc', null) },                                                     'abc'],
  ['nothing',                     { start: page('', null) },                                                        ''],
  ['two pages',                   { start: page('ab', 'b'), b: page('c', null) },                                   'abc'],
  ['an empty page in the middle', { start: page('ab', 'b'), b: page('', 'x'), x: page('c', null) },                 'abc'],
  ['an empty last page',          { start: page('ab', 'b'), b: page('', null) },                                    'ab'],
  ['cursors that are no ids',     { start: page('ab', '1'), 1: page('cd', '2'), 2: page('e', null) },               'abcde'],
  ['a cursor after the end',      { start: page('ab', 'b', false), b: page('c', null) },                            'ab'],
  ['items alone, and then none',  { start: { items: [{ id: 'a' }] }, a: { items: [{ id: 'b' }] }, b: { items: [] } },  'ab'],
  ['a cursor alone',              { start: { items: [{ id: 'a' }], nextCursor: null }, a: { items: [] } },             'a'],
])('%s is read to its end', async (_, pages, ids) => {
  expect(await readAll(pages)).toBe(ids);
});

// prettier-ignore
test.each<[what: string, fault: ListingFault, Pages]>([
  ['promises more without a cursor',           'NO_CURSOR',   { start: page('ab', null, true) }],
  ['promises more, has nothing, no cursor',    'NO_CURSOR',   { start: page('', null, true) }],
  ['does so on a later page',                  'NO_CURSOR',   { start: page('ab', 'b'), b: page('cd', null, true) }],
  ['points to itself',                         'SAME_CURSOR', { start: page('ab', 'b'), b: page('cd', 'b') }],
  ['points to itself and is empty',            'SAME_CURSOR', { start: page('ab', 'b'), b: page('', 'b') }],
  ['goes back and forth',                      'SAME_CURSOR', { start: page('', 'x'), x: page('', 'y'), y: page('', 'x') }],
  ['shows its first page again, as the end',   'SAME_PAGE',   { start: page('ab', 'b'), b: page('ab', null) }],
  ['shows an old page again, as the end',      'SAME_PAGE',   { start: page('ab', 'b'), b: page('cd', 'd'), d: page('ab', null) }],
  ['shows part of a page again',               'SAME_PAGE',   { start: page('abc', 'c'), c: page('bcd', null) }],
  ['shows pages again under new cursors',      'SAME_PAGE',   { start: page('ab', '1'), 1: page('ab', '2'), 2: page('c', null) }],
  ['has items alone, always the same',         'SAME_PAGE',   Object.fromEntries(['start', 'a'].map((key) => [key, itemsAlone('a')]))],
  ['does not end',                             'ENDLESS',     Object.fromEntries(['start', ...'0123456789'].map((key, i) => [key, page('', String(i))]))],
  ['has more on a page than was asked for',    'LONG_PAGE',   { start: page('abcd', null) }],
  ['has fewer items than its page says',       'WRONG_SIZE',  { start: { ...page('ab', null), size: 3 } }],
  ['has an item outside of its period',        'OUTSIDE',     { start: page('ab', 'b'), b: page('cz', null) }],
])('a listing that %s proves nothing: %s', async (_, fault, pages) => {
  const reading = readAll(pages, { isInside: ({ id }) => id !== 'z' });
  await expect(reading).rejects.toMatchObject({ outcome: 'unknown', code: 'INCOMPLETE_LISTING', fault });
  await expect(reading).rejects.toBeInstanceOf(IncompleteListing);
});

test('a reading that goes on does not accept the page it came from', async () => {
  expect(await readAll({ b: page('c', null) }, { after: 'b' })).toBe('c');
  await expect(readAll({ b: page('ab', null) }, { after: 'b' })).rejects.toMatchObject({ fault: 'SAME_PAGE' });
});

describe('pages by number', () => {
  const numbered = { numbered: true } as const;

  test('are read until an empty one, and go on after any of them', async () => {
    const pages = { start: itemsAlone('abc'), 1: itemsAlone('de'), 2: itemsAlone('f'), 3: itemsAlone('') };
    expect(await readAll(pages, numbered)).toBe('abcdef');
    expect(await readAll(pages, { ...numbered, after: '1' })).toBe('def');
  });

  test('that shift show a row again at their edge, and that is no repeated page', async () => {
    expect(await readAll({ start: itemsAlone('abc'), 1: itemsAlone('cde'), 2: itemsAlone('e') }, numbered)).toBe(
      'abccdee',
    );
  });

  // prettier-ignore
  test.each<[string, Pages]>([
    ['the page before',    { start: itemsAlone('abc'), 1: itemsAlone('abc') }],
    ['an earlier page',    { start: itemsAlone('abc'), 1: itemsAlone('def'), 2: itemsAlone('abc') }],
    ['its last page ever', { start: itemsAlone('abc'), ...Object.fromEntries([1, 2, 3, 4].map((n) => [n, itemsAlone('de')])) }],
  ])('that show %s again prove nothing', async (_, pages) => {
    await expect(readAll(pages, numbered)).rejects.toMatchObject({ fault: 'SAME_PAGE' });
  });
});

test('the next page is requested while this one is used, when asked for, and its failure belongs to its turn', async () => {
  const asked: (string | undefined)[] = [];
  const read = async (cursor?: string) => {
    asked.push(cursor);
    if (cursor === 'b') throw new Error('no reply');
    return page('ab', 'b');
  };
  const listing = { what: 'things', idOf: ({ id }: Item) => id, read, limit: LIMIT, pagesMax: 9, ahead: true };
  const pages = listingPages(listing);
  expect(await pages.next()).toMatchObject({ value: { checkpoint: 'b' } });
  expect(asked).toEqual([undefined, 'b']);
  await expect(pages.next()).rejects.toThrow('no reply');
});
