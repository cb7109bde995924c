import type { PayoutPolicy } from '@jeongsan/payouts';
import type { Random } from '@jeongsan/random';
import type { Books } from './books/books.js';
import type { Faults } from './history/faults.js';
import type { ProviderBook } from './provider/provider-book.js';
import type { Agenda } from './time/agenda.js';
import type { Trace } from './trace.js';

/** What every part of one history stands on: chance, time, the books of both sides, and what is configured. */
export type Ground = {
  readonly random: Random;
  readonly agenda: Agenda;
  readonly trace: Trace;
  readonly faults: Faults;
  readonly policy: PayoutPolicy;
  readonly books: Books;
  readonly provider: ProviderBook;
  /** What each seller earned and was not taken back from what is payable to it, in won: paid or not. */
  readonly due: Map<string, bigint>;
  /** How far the platform's clock is ahead of the true time. */
  skewMs: number;
  /** Transactions, calls and deeds so far. */
  operations: number;
};

/** The platform's clock. */
export const platformNow = ({ agenda, skewMs }: Pick<Ground, 'agenda' | 'skewMs'>): Date =>
  new Date(agenda.now + skewMs);
