import { z } from 'zod';

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
