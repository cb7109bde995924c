import type { PayoutPolicy } from '@jeongsan/payouts';
import type { Random } from '@jeongsan/random';
import type { Books } from './books/books.js';
import type { Database } from './books/database.js';
import type { Faults } from './history/faults.js';
import type { Oracle } from './oracle/oracle.js';
import type { ProviderBook } from './provider/provider-book.js';
import type { Exchange } from './provider/exchange.js';
import type { Crew } from './queue/crew.js';
import type { Queue } from './queue/queue.js';
import type { Agenda } from './time/agenda.js';
import type { Trace } from './trace.js';

/** Everything one history consists of. */
export type World = {
  readonly random: Random;
  readonly agenda: Agenda;
  readonly trace: Trace;
  readonly faults: Faults;
  readonly policy: PayoutPolicy;
  readonly books: Books;
  readonly database: Database;
  readonly provider: ProviderBook;
  readonly exchange: Exchange;
  readonly crew: Crew;
  readonly queue: Queue;
  readonly oracle: Oracle;
  /** What each seller earned and was not taken back from what is payable to it, in won: paid or not. */
  readonly due: Map<string, bigint>;
  /** How far the platform's clock is ahead of the true time. */
  skewMs: number;
  /** Transactions, calls and deeds so far. */
  operations: number;
};

/** The platform's clock. */
export const platformNow = (world: Pick<World, 'agenda' | 'skewMs'>): Date => new Date(world.agenda.now + world.skewMs);
