import { sqlMigration } from '../sql-migration.js';

/**
 * Cancels of asynchronous payments: the time in which a cancel of the payment was in progress at the provider abroad. `waiting_until` is null while the cancel waits. `attempt` counts requests that the provider
 * refused only because of that other cancel.
 */
export const CancelsAbroad0045 = sqlMigration(
  'CancelsAbroad',
  45,
  `
alter table gateway.cancel
  add column waiting_since timestamptz,
  add column waiting_until timestamptz,
  add column attempt int not null default 1,
  add constraint waiting_began check (waiting_until is null or waiting_since is not null);
`,
);
