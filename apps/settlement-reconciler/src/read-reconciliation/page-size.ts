const DEFAULT = 100;
const MAX = 1_000;

/** How many items a page has: what was asked for, within bounds. */
export const pageSize = (limit: number | undefined): number => Math.min(Math.max(limit ?? DEFAULT, 1), MAX);
