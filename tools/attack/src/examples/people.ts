import type { CallerName } from '../callers.js';

/** Who acts in the story. */
export const MARKET: CallerName = "the market's key";
export const OPERATOR: CallerName = 'an operator';
export const APPROVER: CallerName = 'an approver';
export const ADMIN: CallerName = 'an admin';
export const AUDITOR: CallerName = 'an auditor';
/** The bookshop, in its browser. */
export const SELLER: CallerName = "a seller's link";

/** The sellers of the story. */
export const sellers = { books: 'hanbit-books', ceramics: 'namu-ceramics', tea: 'gaon-tea' } as const;

/** The answer must be there: the story went another way otherwise. */
export function first<T>(items: readonly T[], what: string): T {
  const [item] = items;
  if (item === undefined) throw new Error(`The story has no ${what}`);
  return item;
}
