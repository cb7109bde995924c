import { pollPayouts as poll } from '@jeongsan/payouts';
import type { EntityManager } from 'typeorm';
import { pgPayoutBook } from '../../payout-book/pg-payout-book.js';

/** Takes up whatever has not moved for a while. Each job it promises is safe to repeat. */
export const pollPayouts = (tx: EntityManager, now: Date): Promise<void> => poll(pgPayoutBook(tx), now);
