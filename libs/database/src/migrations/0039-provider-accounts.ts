import { sqlMigration } from '../sql-migration.js';

/** Several accounts of the market at the provider: each record of the provider, and each proof, belongs to one. */
export const ProviderAccounts0039 = sqlMigration(
  'ProviderAccounts',
  39,
  `
-- An account is named by its mId; the empty name is the account of PROVIDER_SECRET_KEY, to which all older rows belong.
alter table reconciliation.download
  add column account text not null default '',
  drop constraint download_business_date_source_day_pass_key,
  add constraint download_once unique (business_date, account, source, day, pass);
alter table reconciliation.transaction add column account text not null default '';
alter table reconciliation.settlement add column account text not null default '';
alter table reconciliation.balance_proof
  add column account text not null default '',
  drop constraint balance_proof_pkey,
  add primary key (business_date, account);
`,
);
