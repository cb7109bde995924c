import type { PayoutRecords } from '@jeongsan/payouts';
import { platformNow, type Ground } from '../ground.js';
import type { Oracle } from '../oracle/oracle.js';
import type { Queue } from '../queue/queue.js';
import { Changes } from './books.js';
import { memoryRecords } from './memory-records.js';
import type { Notes } from './notes.js';

/** Observers of transactions, and the receiver of enqueued jobs. */
type Surroundings = Ground & { readonly oracle: Oracle; readonly queue: Queue };

export type Work<T> = (records: PayoutRecords, changes: Changes) => Promise<T>;
const NO_NOTES: Notes = { claim: null, shown: new Map() };

/**
 * Transactions one after the other, each whole or not at all. The oracle checks each before its commit; the outbox publishes
 * after it.
 */
export class Database {
  constructor(private readonly world: () => Surroundings) {}

  async transact<T>(decision: string, work: Work<T>, notes: Notes = NO_NOTES): Promise<T> {
    const world = this.world();
    world.operations += 1;
    const changes = new Changes();
    const isHolder = notes.claim === null || world.books.holdsFence(notes.claim);
    const result = await this.attempt(world, changes, work);
    world.oracle.committing(decision, changes, notes, isHolder);
    world.books.commit(changes);
    world.trace.note(`${decision}: ${summary(changes)}`);
    for (const row of changes.jobs) world.queue.enqueued(row);
    return result;
  }

  /** Runs the work and rolls everything back, as a transaction that Postgres aborts at its end. */
  async abort<T>(decision: string, work: Work<T>): Promise<void> {
    const world = this.world();
    world.operations += 1;
    // Comparing the whole state takes time: checking one rollback in eight is enough for 100,000 histories.
    const isWatched = world.operations % 8 === 0;
    const before = isWatched ? fingerprint(world) : '';
    const changes = new Changes();
    await this.attempt(world, changes, work).catch(() => undefined);
    world.books.rollback(changes);
    world.oracle.require(
      'I17',
      !isWatched || fingerprint(world) === before,
      `${decision} was aborted and left something behind`,
    );
    world.trace.note(`${decision}: aborted`);
  }

  private async attempt<T>(world: Surroundings, changes: Changes, work: Work<T>): Promise<T> {
    try {
      return await work(memoryRecords(world.books, changes, world.agenda.now), changes);
    } catch (error) {
      world.books.rollback(changes);
      world.oracle.refused(error);
      throw error;
    }
  }

  get now(): Date {
    return platformNow(this.world());
  }
}

const summary = ({ moves, jobs, alerts }: Changes): string =>
  [
    ...moves.map((m) => `${m.payout.id.slice(-3)} ${m.from}>${m.to}`),
    ...jobs.map((job) => `+${job.job}`),
    ...alerts.map((alert) => `! ${alert}`),
  ].join(' ');

/** Everything that a transaction can change, as text. */
function fingerprint({ books }: Ground): string {
  const rows = [books.runs, books.payouts, books.batches, books.sellers].flatMap((table) => [...table.values()]);
  const text = JSON.stringify([rows, books.holds, books.outbox.length, [...books.sequences]], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return `${text}|${books.ledger.postings.size}|${books.ledger.problem() ?? ''}`;
}
