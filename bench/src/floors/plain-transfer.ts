import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** How a service usually does it: a TypeORM transaction, one statement per row, on the floor's tables. */
export function plainTransfer(db: DataSource): (from: number, to: number) => Promise<void> {
  return async (from, to) => {
    const key = randomUUID();
    const moves = [
      { account: from, amount: -5 },
      { account: to, amount: 5 },
    ].sort((a, b) => a.account - b.account);
    await db.transaction(async (tx) => {
      await tx.query('insert into transfer (key) values ($1)', [key]);
      for (const { account, amount } of moves) {
        await tx.query('update account set balance = balance + $2 where id = $1', [account, amount]);
        await tx.query('insert into entry (key, account, amount) values ($1, $2, $3)', [key, account, amount]);
      }
      await tx.query('insert into outbox (key) values ($1)', [key]);
    });
  };
}
