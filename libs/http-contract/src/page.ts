import { z } from 'zod';
import { CallError } from './call-error.js';
import type { Endpoint } from './endpoint.js';

/** A page by keyset: pass `nextCursor` as `after` of the next call; null: last page. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export type Page<T> = { items: T[]; nextCursor: string | null };

/** A page from rows that were read with `limit + 1`: the extra row shows that a next page exists. */
export function pageOf<T>(rows: readonly T[], limit: number, key: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? key(last) : null };
}

/** Whether an endpoint answers with pages. */
export const isPaged = ({ query, success: { body } }: Endpoint): boolean =>
  query !== undefined &&
  'after' in query.shape &&
  body instanceof z.ZodObject &&
  'items' in body.shape &&
  'nextCursor' in body.shape;

type PageInput = Readonly<{ query?: Readonly<Record<string, unknown>> }>;

/** The items of all pages, one by one, as `eachPage` reads them. */
export async function* eachItem<T>(
  e: Endpoint,
  read: (input: PageInput) => Promise<Page<T>>,
  input: PageInput = {},
): AsyncGenerator<T, void, undefined> {
  for await (const items of eachPage(e, read, input)) yield* items;
}

/**
 * The items of each page, from `after` of the input on. The next page is read when it is asked for. Throws CallError
 * CURSOR_UNUSABLE for a page that names itself as the next one, since reading on would never end, or that names none.
 */
export async function* eachPage<T>(
  e: Endpoint,
  read: (input: PageInput) => Promise<Page<T>>,
  input: PageInput = {},
): AsyncGenerator<readonly T[], void, undefined> {
  // The cursor is the text of an `after`; in memory, `after` can be a number.
  const after = e.query?.shape['after'] as z.ZodType;
  let query = input.query ?? {};
  let earlier: string | undefined;
  for (;;) {
    const { items, nextCursor } = await read({ ...input, query });
    yield items;
    if (nextCursor === null) return;
    const next = after.safeParse(nextCursor);
    if (!next.success || nextCursor === earlier)
      throw new CallError('unknown', e.success.status, 'CURSOR_UNUSABLE', 'A page names no page that follows it');
    earlier = nextCursor;
    query = { ...query, after: next.data };
  }
}
