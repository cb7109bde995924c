import { type LedgerReport, verifyLedger as verify } from '@jeongsan/books';
import type { DataSource } from 'typeorm';

/** Recomputes the whole ledger in one snapshot. */
export const verifyLedger = (db: DataSource): Promise<LedgerReport> => db.transaction('REPEATABLE READ', verify);
