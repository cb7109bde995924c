import type { DataSource, EntityManager } from 'typeorm';

const listeners = new WeakMap<DataSource, () => void>();

/** Who wants to know that a transaction committed: the outbox relay, which then need not wait for its next poll. */
export function onCommit(db: DataSource, listener: () => void): void {
  listeners.set(db, listener);
}

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const ATTEMPTS_MAX = 5;

/**
 * One decision: state, books and next jobs change together or not at all. No network call belongs inside.
 * Repeats the work when Postgres asks for it, so `work` must depend on nothing but what it reads here.
 */
export async function transaction<T>(db: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await db.transaction(work);
      listeners.get(db)?.();
      return result;
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt >= ATTEMPTS_MAX || !RETRYABLE.has(code ?? '')) throw error;
    }
  }
}
