import { transaction } from '@jeongsan/database';
import type { decisions } from '@jeongsan/failpoints';
import type { DataSource, EntityManager } from 'typeorm';

export type MoneyWork = (typeof decisions.payments)[number];

/**
 * A transaction that changes payments, cancels or their money, with failpoints under its name: a rehearsal strikes each, because a
 * process may die at each.
 */
export const moneyTransaction = <T>(
  db: DataSource,
  name: MoneyWork,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> => transaction(db, work, name);
