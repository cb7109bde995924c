import { detachMonth, sealLedger, sealMonth } from '@jeongsan/books';
import type { DataSource } from 'typeorm';
import { eventually } from './eventually.js';

/** Closes, seals and detaches months (YYYY-MM, in their order), without the files that an operator has by then. */
export async function detachMonths(db: DataSource, months: readonly string[], now: Date): Promise<void> {
  for (const month of months) {
    const first = `${month}-01`;
    await db.query(`select ledger.open_books_from(ledger.month_start(ledger.next_month($1)))`, [first]);
    // The chain of seals ends before the oldest transaction of the whole server, other tests included.
    await eventually(
      async () => {
        await sealLedger(db);
        await sealMonth(db, month, now);
      },
      { timeoutMs: 30_000 },
    );
    await db.query('select ledger.mark_exported($1, $2)', [first, now]);
    await detachMonth(db, month, now);
  }
}
