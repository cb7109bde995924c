import { sqlMigration } from '../sql-migration.js';

/**
 * Reverse invoices: those that the platform draws up for a seller who supplies to the platform (역발행), beside those for the platform's own
 * charges (정발행).
 */
export const ReverseInvoices0063 = sqlMigration(
  'ReverseInvoices',
  63,
  `
alter table payouts.tax_invoice
  add column direction  text   not null default 'DIRECT' check (direction in ('DIRECT', 'REVERSE')),
  add column settled    bigint not null default 0,  -- REVERSE: the part of the seller's earnings that this invoice is about
  add column settled_as text check (settled_as in ('TOTAL', 'SUPPLY')),
  drop constraint tax_invoice_check,
  add constraint direct_adds_up check (direction <> 'DIRECT' or (supply = commission + fees and settled = 0 and settled_as is null)),
  add constraint reverse_adds_up check (direction <> 'REVERSE' or (
    commission = 0 and fees = 0 and settled_as is not null and settled = case settled_as when 'TOTAL' then total else supply end));
drop index payouts.one_live_invoice_per_month;
create unique index one_live_invoice_per_month on payouts.tax_invoice (seller_id, month) where state <> 'canceled' and direction = 'DIRECT';
-- Taxable and tax-free earnings stand on an invoice each.
create unique index one_live_reverse_invoice on payouts.tax_invoice (seller_id, month, kind) where state <> 'canceled' and direction = 'REVERSE';
`,
);
