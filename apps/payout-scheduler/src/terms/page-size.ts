const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 1_000;

/** How many rows a page has when its caller asks for `limit`. */
export const pageSize = (limit: number | undefined): number => Math.min(limit ?? LIMIT_DEFAULT, LIMIT_MAX);
