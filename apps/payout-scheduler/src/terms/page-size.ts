const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 1_000;

/** The number of rows on a page: the requested `limit`, at most LIMIT_MAX. */
export const pageSize = (limit: number | undefined): number => Math.min(limit ?? LIMIT_DEFAULT, LIMIT_MAX);
