import { transaction } from '@jeongsan/database';
import { hit } from '@jeongsan/failpoints';
import type { DataSource, EntityManager } from 'typeorm';

/** Every transaction that changes payments, cancels or their money, by name. */
export const moneyWork = [
  'open-payment',
  'adopt',
  'approve',
  'change',
  'refuse',
  'withdraw',
  'request-cancel',
  'cancel',
  'refuse-cancel',
  'refund',
  'allocate',
] as const;
export type MoneyWork = (typeof moneyWork)[number];

/**
 * A transaction with two failpoints: `<name>:written` before the commit, and `<name>:committed` after it. A rehearsal strikes both,
 * because a process may die at either.
 */
export async function moneyTransaction<T>(
  db: DataSource,
  name: MoneyWork,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const result = await transaction(db, async (tx) => {
    const written = await work(tx);
    await hit(`${name}:written`);
    return written;
  });
  await hit(`${name}:committed`);
  return result;
}
