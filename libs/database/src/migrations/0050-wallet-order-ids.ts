import { sqlMigration } from '../sql-migration.js';

/** Order ids of wallet payments may hold `=` (document 2 section 2). */
export const WalletOrderIds0050 = sqlMigration(
  'WalletOrderIds',
  50,
  `
alter table gateway.orders drop constraint orders_order_id_check;
alter table gateway.orders add constraint orders_order_id_check check (order_id ~ '^[A-Za-z0-9_=-]{6,64}$') not valid;
alter table gateway.orders validate constraint orders_order_id_check;
`,
);
