import { sqlMigration } from '../sql-migration.js';

/** A batch can be one half of a refused batch, in the search for the refused payout. */
export const CulpritSearch0022 = sqlMigration(
  'CulpritSearch',
  22,
  `
alter table payouts.attempt
  add column suspected_of text,                             -- the code of the refusal that named none of its items
  add column waits_for    uuid references payouts.attempt,  -- the half that is sent before this one
  add constraint only_suspects_wait check (waits_for is null or suspected_of is not null);
create unique index attempt_waiting on payouts.attempt (waits_for) where waits_for is not null;
`,
);
