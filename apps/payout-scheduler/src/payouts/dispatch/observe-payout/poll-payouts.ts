import { pollPayouts as poll } from '@jeongsan/payouts';
import type { EntityManager } from 'typeorm';
import { pgPayoutBook } from '../../payout-book/pg-payout-book.js';

/** Enqueues jobs for payouts, batches and runs that have not moved for a while. Each of the jobs is safe to repeat. */
export const pollPayouts = (tx: EntityManager, now: Date): Promise<void> => poll(pgPayoutBook(tx), now);
