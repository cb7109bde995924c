import type { PayoutPolicy } from '@jeongsan/payouts';
import type { Random } from '@jeongsan/random';
import type { Books } from './books/books.js';
import type { Faults } from './history/faults.js';
import type { ProviderBook } from './provider/provider-book.js';
import type { Agenda } from './time/agenda.js';
import type { Trace } from './trace.js';

/** The shared parts of one history: random numbers, clock, both sides' records, and the configuration. */
export type Ground = {
  readonly random: Random;
  readonly agenda: Agenda;
  readonly trace: Trace;
  readonly faults: Faults;
  readonly policy: PayoutPolicy;
  readonly books: Books;
  readonly provider: ProviderBook;
  /** Won by seller: earned, less amounts taken back from payable money; paid or not. */
  readonly due: Map<string, bigint>;
  /** Milliseconds by which the platform's clock is ahead of the true time. */
  skewMs: number;
  /** Number of transactions, calls and deeds so far. */
  operations: number;
};

/** The platform's clock. */
export const platformNow = ({ agenda, skewMs }: Pick<Ground, 'agenda' | 'skewMs'>): Date =>
  new Date(agenda.now + skewMs);
