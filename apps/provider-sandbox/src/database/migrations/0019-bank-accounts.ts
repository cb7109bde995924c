import type { Migration } from '../migration.js';

/** Holders of accounts at the sandbox's banks. */
export const bankAccounts: Migration = {
  name: '0019-bank-accounts',
  statements: [
    // bank_code has three digits. identity_number: a birth date or a business registration number; null: the bank knows
    // none, and every number matches.
    `create table bank_account (
      bank_code text not null,
      account_number text not null,
      holder_name text not null,
      identity_number text,
      primary key (bank_code, account_number))`,
  ],
};
