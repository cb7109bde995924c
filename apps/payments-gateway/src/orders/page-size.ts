const DEFAULT = 100;
const MAX = 1_000;

/** The number of items on a page: the requested limit, within 1 and MAX. */
export const pageSize = (limit: number | undefined): number => Math.min(Math.max(limit ?? DEFAULT, 1), MAX);
