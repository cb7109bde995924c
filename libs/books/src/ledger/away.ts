/**
 * SQL: whether the month of posting `p` is detached. Its entries are then in the month's files, which are compared with the seal of
 * the month instead (`npm run books -- months reprove`).
 */
export const isAway = (p: string): string =>
  `exists (select from ledger.month away where away.detached_at is not null and away.month = ledger.month_of(${p}.effective_at))`;

/** SQL: each account's balance of all detached months, beside the entries that are there. */
export const broughtForward = 'select account_code, currency, balance as amount from ledger.brought_forward';
