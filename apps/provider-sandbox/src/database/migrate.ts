import type { Migration } from './migration.js';
import { firstSlice } from './migrations/0001-first-slice.js';
import { virtualAccounts } from './migrations/0002-virtual-accounts.js';
import { cashReceipts } from './migrations/0003-cash-receipts.js';
import { billing } from './migrations/0005-billing.js';
import { promotions } from './migrations/0006-promotions.js';
import { subMalls } from './migrations/0007-sub-malls.js';
import { wallet } from './migrations/0008-wallet.js';
import { products } from './migrations/0009-products.js';
import { orders } from './migrations/0010-orders.js';
import { ars } from './migrations/0011-ars.js';
import { merchants } from './migrations/0012-merchants.js';
import { windows } from './migrations/0013-windows.js';
import { windowDiscounts } from './migrations/0015-window-discounts.js';
import { linkStock } from './migrations/0018-link-stock.js';
import { bankAccounts } from './migrations/0019-bank-accounts.js';
import type { Database } from './sql.js';

const migrations: readonly Migration[] = [
  firstSlice,
  virtualAccounts,
  cashReceipts,
  billing,
  promotions,
  subMalls,
  wallet,
  products,
  orders,
  ars,
  merchants,
  windows,
  windowDiscounts,
  linkStock,
  bankAccounts,
];

/** Brings the schema up to date, all steps or none; a second process waits and then finds nothing to do. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows('select pg_advisory_xact_lock(7316022)');
    await tx.rows(
      'create table if not exists migration (name text primary key, ran_at timestamptz not null default now())',
    );
    const done = await tx.rows<{ name: string }>('select name from migration');
    for (const { name, statements } of migrations) {
      if (done.some((row) => row.name === name)) continue;
      for (const statement of statements) await tx.rows(statement);
      await tx.rows('insert into migration (name) values ($1)', [name]);
    }
  });
}
