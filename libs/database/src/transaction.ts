import { hit } from '@jeongsan/failpoints';
import type { DataSource, EntityManager } from 'typeorm';

const listeners = new WeakMap<DataSource, () => void>();

/** Who wants to know that a transaction committed: the outbox relay, which then need not wait for its next poll. */
export function onCommit(db: DataSource, listener: () => void): void {
  listeners.set(db, listener);
}

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
/** Two decisions told of one entity at the same moment: the next number is free for the one that comes second. */
const EVENT_NUMBERS = 'event_entity_id_type_sequence_key';
const ATTEMPTS_MAX = 5;

/**
 * One decision: state, books and next jobs change together or not at all. No network call belongs inside.
 * Repeats the work when Postgres asks for it, so `work` must depend on nothing but what it reads here. A decision that has a name
 * has failpoints of that name: before it begins, when it is written and not committed, and when it is committed.
 */
export async function transaction<T>(
  db: DataSource,
  work: (tx: EntityManager) => Promise<T>,
  name?: string,
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

type PostgresFault = { code?: string; constraint?: string };
const isRetryable = ({ code = '', constraint }: PostgresFault): boolean =>
  RETRYABLE.has(code) || constraint === EVENT_NUMBERS;

const failing =
  <T>(name: string, work: (tx: EntityManager) => Promise<T>) =>
  async (tx: EntityManager): Promise<T> => {
    const result = await work(tx);
    await hit(`${name}:written`);
    return result;
  };
