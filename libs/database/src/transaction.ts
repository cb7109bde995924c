import { type Decision, hit } from '@jeongsan/failpoints';
import type { DataSource, EntityManager } from 'typeorm';

const listeners = new WeakMap<DataSource, () => void>();

/** Calls `listener` after each commit of this process. Used by the outbox relay, which then need not wait for its next poll. */
export function onCommit(db: DataSource, listener: () => void): void {
  listeners.set(db, listener);
}

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const ATTEMPTS_MAX = 5;

/**
 * One decision in one transaction: state, ledger postings and enqueued jobs are committed together or not at all. Must contain
 * no network call. Repeats `work` after a serialization failure or deadlock, up to ATTEMPTS_MAX times, so `work` must depend
 * only on what it reads in the transaction.
 * A named decision has failpoints: `<name>:begin`, `<name>:written` (before the commit) and `<name>:committed`.
 */
export async function transaction<T>(
  db: DataSource,
  work: (tx: EntityManager) => Promise<T>,
  name?: Decision,
): Promise<T> {
  const named = name === undefined ? work : failing(name, work);
  if (name !== undefined) await hit(`${name}:begin`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await db.transaction(named);
      listeners.get(db)?.();
      if (name !== undefined) await hit(`${name}:committed`);
      return result;
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isRetryable(error as PostgresFault)) throw error;
    }
  }
}

type PostgresFault = { code?: string };
const isRetryable = ({ code = '' }: PostgresFault): boolean => RETRYABLE.has(code);

const failing =
  <T>(name: Decision, work: (tx: EntityManager) => Promise<T>) =>
  async (tx: EntityManager): Promise<T> => {
    const result = await work(tx);
    await hit(`${name}:written`);
    return result;
  };
