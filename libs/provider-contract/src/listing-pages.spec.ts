import { listingPages, pageByKey, type ListingPage } from './listing-pages.js';

type Item = Readonly<{ id: string }>;
const page = (ids: string, nextCursor: string | null, hasMore = nextCursor !== null): ListingPage<Item> => ({
  items: [...ids].map((id) => ({ id })),
  hasMore,
  nextCursor,
});

/** Reads a listing with pages by cursor; `start` is the first page. */
async function readAll(pages: Record<string, ListingPage<Item>>, after?: string): Promise<string> {
  const read = async (cursor = 'start') => pages[cursor] ?? page('', null);
  let ids = '';
  for await (const items of listingPages({ what: 'things', idOf: ({ id }: Item) => id, read, after, pagesMax: 9 }))
    ids += items.map(({ id }) => id).join('');
  return ids;
}

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
test.each<[string, Record<string, ListingPage<Item>>]>([
  ['promises more without a cursor',        { start: page('ab', null, true) }],
  ['promises more, has nothing, no cursor', { start: page('', null, true) }],
  ['does so on a later page',               { start: page('ab', 'b'), b: page('cd', null, true) }],
  ['points to itself',                      { start: page('ab', 'b'), b: page('cd', 'b') }],
  ['points to itself and is empty',         { start: page('ab', 'b'), b: page('', 'b') }],
  ['goes back and forth',                   { start: page('', 'x'), x: page('', 'y'), y: page('', 'x') }],
  ['tells its first page again, as the end', { start: page('ab', 'b'), b: page('ab', null) }],
  ['tells an old page again, as the end',   { start: page('ab', 'b'), b: page('cd', 'd'), d: page('ab', null) }],
  ['tells part of a page again',            { start: page('abc', 'c'), c: page('bcd', null) }],
  ['tells pages again under new cursors',   { start: page('ab', '1'), 1: page('ab', '2'), 2: page('c', null) }],
  ['does not end',                          Object.fromEntries(['start', ...'0123456789'].map((key, i) => [key, page('', String(i))]))],
  ['has items alone, always the same',      Object.fromEntries(['start', 'a'].map((key) => [key, { items: [{ id: 'a' }] }]))],
])('a listing that %s proves nothing', async (_, pages) => {
  await expect(readAll(pages)).rejects.toMatchObject({ outcome: 'unknown', code: 'LISTING_DOES_NOT_END' });
});

test('a reading that goes on does not accept the page it came from', async () => {
  expect(await readAll({ b: page('c', null) }, 'b')).toBe('c');
  await expect(readAll({ b: page('ab', null) }, 'b')).rejects.toMatchObject({ code: 'LISTING_DOES_NOT_END' });
});

test('a listing without a word about more ends with an empty page', () => {
  expect(pageByKey([{ id: 'a' }, { id: 'b' }], ({ id }) => id)).toMatchObject({ hasMore: true, nextCursor: 'b' });
  expect(pageByKey<Item>([], ({ id }) => id)).toEqual({ items: [], hasMore: false, nextCursor: null });
});
