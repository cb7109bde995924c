import { chart } from '@jeongsan/ledger';

const accounts = [chart.platformCommission(), chart.platformFees(), chart.platformVat()];

/**
 * SQL: how many entries of a month charge sellers, or give charges back. The draft of the month's tax invoices keeps the count:
 * another count later shows charges that the draft did not see.
 */
export const CHARGE_ENTRIES = `
  select count(*)::int as charges from ledger.entry
   where account_code in (${accounts.map(({ code }) => `'${code}'`).join(', ')})
     and effective_at >= :from::timestamptz and effective_at < :until::timestamptz`;
