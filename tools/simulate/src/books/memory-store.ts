import { DispatchHalted, type Claim, type Decision, type PayoutRecords, type PayoutStore } from '@jeongsan/payouts';
import { payoutStates } from '@jeongsan/state-machines';
import type { Crew } from '../queue/crew.js';
import type { Task } from '../time/task.js';
import type { World } from '../world.js';
import type { Chance } from '../history/faults.js';
import type { Notes } from './notes.js';

/** Thrown when the connection to the database breaks: whether a running transaction was committed is not known. */
class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

const PROMISED: ReadonlySet<string> = new Set(payoutStates.sending);
const LATENCY_MS = { min: 1, max: 15 };

/**
 * The store of one task. Every call is a pause, so that other events can occur between two calls. A transaction may be aborted,
 * repeated, committed without an answer, or be the last act of its process.
 */
export function memoryStore(world: World, task: Task, crew: Crew, notes: Notes): PayoutStore {
  const { books, database, faults, random } = world;
  const travel = () => task.pause(random.integer(LATENCY_MS.min, LATENCY_MS.max) + crew.stall(task));
  const lost = (kind: Chance): void => {
    if (faults.strikes(kind)) throw new ConnectionLost(kind);
  };

  async function transaction<T>(decision: Decision, work: (records: PayoutRecords) => Promise<T>): Promise<T> {
    await travel();
    if (faults.strikes('crash before commit')) return crew.crash(task);
    if (faults.strikes('transaction aborted')) {
      await database.abort(decision, work);
      throw new ConnectionLost(decision);
    }
    if (faults.strikes('transaction repeated')) await database.abort(decision, work);
    const result = await database.transact(decision, work, notes);
    if (decision === 'claim') notes.claim = result as Claim | null;
    if (faults.strikes('crash after commit')) return crew.crash(task);
    await travel();
    lost('commit answer lost');
    return result;
  }

  async function read<T>(answer: () => T): Promise<T> {
    await travel();
    lost('read failed');
    return answer();
  }

  return {
    transaction,
    inFlight: () =>
      read(() => [...books.payouts.values()].reduce((sum, p) => (PROMISED.has(p.state) ? sum + p.amount : sum), 0n)),
    renewClaim: (claim) =>
      read(() => {
        const isHeld = books.renewClaim(claim, world.agenda.now);
        if (isHeld && books.control.isHalted) throw new DispatchHalted(claim.batchId);
        return isHeld;
      }),
    openBatch: (batchId, now) =>
      read(() => {
        const batch = books.batches.get(batchId);
        if (batch?.state !== 'unknown' || batch.resolveAt === null || batch.resolveAt > now.getTime()) return null;
        const { id, runId, schedule, absentListings, answeredAt, lacked: lackedBefore } = batch;
        const unknown = [...books.payouts.values()].filter((p) => p.batchId === id && p.state === 'unknown');
        const unknownForSeconds = (world.agenda.now - answeredAt) / 1_000;
        return {
          ...{ id, runId, payoutDate: schedule.date, absentListings, unknownForSeconds, lackedBefore },
          unknown: unknown.map((p) => p.id),
          wasLookedFor: unknown.some((p) => p.absent_rounds + p.duplicate_rounds > 0),
        };
      }),
    ownPayout: (reference) =>
      read(() => {
        const row = books.payouts.get(reference);
        return row ? { amount: row.amount, state: row.state } : null;
      }),
  };
}
