import { sqlMigration } from '../sql-migration.js';

/** What verifications of the ledger saw, so that the next one need not read again what is old. */
export const LedgerVerifications0072 = sqlMigration(
  'LedgerVerifications',
  72,
  `
create table ledger.verification (
  id          bigint generated always as identity primary key,
  content     text   not null,                -- canonical JSON: the last seal, sums of row hashes, totals of accounts
  hash        text   not null,                -- SHA-256 of the hash before and the content
  verified_at timestamptz not null
);
create trigger append_only before update or delete on ledger.verification for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.verification execute function ledger.refuse_change();
`,
);
