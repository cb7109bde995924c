import { type Page, pageOf } from '@jeongsan/http-contract';

/**
 * A page of rows that were read with `limit + 1` and filtered from at most CANDIDATES_MAX candidates. When the candidates ran out
 * before the page was full, the page ends at the last candidate: `lastScanned` reads its key, null at the end of the list.
 */
export async function scannedPage<T>(
  rows: readonly T[],
  limit: number,
  key: (row: T) => string,
  lastScanned: () => Promise<string | null>,
): Promise<Page<T>> {
  const page = pageOf(rows, limit, key);
  return page.nextCursor === null ? { ...page, nextCursor: await lastScanned() } : page;
}
