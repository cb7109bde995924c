type Page<T> = Readonly<{ items: readonly T[]; nextCursor: string | null }>;

const PAGES_MAX = 10_000;

/** Every item of one of the platform's paged lists. */
export async function listAll<T>(read: (after: { after?: string }) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { items, nextCursor }: Page<T> = await read(cursor === null ? {} : { after: cursor });
    all.push(...items);
    if (nextCursor === null) return all;
    cursor = nextCursor;
  }
  throw new Error(`A list did not end after ${PAGES_MAX} pages`);
}
