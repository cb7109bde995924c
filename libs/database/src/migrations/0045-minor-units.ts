import { sqlMigration } from '../sql-migration.js';

/** Amounts in dollars were whole dollars in the records; they are cents now, as in the ledger. */
export const MinorUnits0045 = sqlMigration(
  'MinorUnits',
  45,
  `
update gateway.cancel c set amount = c.amount * 100
  from gateway.payment p where p.id = c.payment_id and p.currency = 'USD';
update gateway.payment set amount = amount * 100, canceled = canceled * 100 where currency = 'USD';
update reconciliation.transaction set amount = amount * 100 where currency = 'USD';
update reconciliation.settlement
   set (amount, fee, fees, supply_amount, vat, pay_out_amount)
     = (amount * 100, fee * 100, fees * 100, supply_amount * 100, vat * 100, pay_out_amount * 100)
 where currency = 'USD';
`,
);
