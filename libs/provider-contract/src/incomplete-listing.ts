import { CallError } from '@jeongsan/http-contract';

/** Ways in which a listing shows that it was not read whole. */
const faults = {
  NO_CURSOR: 'has more pages and no cursor to the next one',
  SAME_CURSOR: 'repeats a cursor',
  SAME_PAGE: 'repeats a page',
  LONG_PAGE: 'has a page with more items than were asked for',
  WRONG_SIZE: 'has a page whose items are not as many as the page says',
  OUTSIDE: 'has an item outside of the period that was asked for',
  ENDLESS: 'does not end',
} as const;
export type ListingFault = keyof typeof faults;

/**
 * Thrown for a listing that contradicts itself. What it lacks may exist, and what it shows may have been shown before, so no
 * decision may rest on it: an unlisted payout, for example, could be paid again.
 */
export class IncompleteListing extends CallError {
  override name = 'IncompleteListing';

  constructor(
    what: string,
    readonly fault: ListingFault,
  ) {
    super('unknown', 200, 'INCOMPLETE_LISTING', `The listing of ${what} ${faults[fault]}: it proves nothing`);
  }
}
