import type { Database } from './books/database.js';
import type { Ground } from './ground.js';
import type { Oracle } from './oracle/oracle.js';
import type { Exchange } from './provider/exchange.js';
import type { Crew } from './queue/crew.js';
import type { Queue } from './queue/queue.js';

/** All parts of one history. */
export type World = Ground & {
  readonly database: Database;
  readonly exchange: Exchange;
  readonly crew: Crew;
  readonly queue: Queue;
  readonly oracle: Oracle;
};
