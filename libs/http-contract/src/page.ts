import { z } from 'zod';

/** Keyset paging: `nextCursor` goes into `after` of the next call, null at the end. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export type Page<T> = { items: T[]; nextCursor: string | null };

/** The rows of a page that was read with one more than its limit, and where the next one begins. */
export function pageOf<T>(rows: readonly T[], limit: number, key: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? key(last) : null };
}
