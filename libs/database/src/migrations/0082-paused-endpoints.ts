import { sqlMigration } from '../sql-migration.js';

/**
 * Endpoints for webhooks can be paused, by a person or because nothing arrives, and get a new secret while the earlier one still signs.
 * The pending deliveries of a paused endpoint have the next time `infinity`, so nothing that claims due deliveries sees them.
 */
export const PausedEndpoints0082 = sqlMigration(
  'PausedEndpoints',
  82,
  `
alter table webhooks.endpoint
  add column paused_at timestamptz,
  add column paused_because text check (paused_because in ('PERSON', 'FAILING', 'GONE')),
  add column failing_since timestamptz,
  add column earlier_secret_sealed text,
  add column earlier_secret_until timestamptz,
  add constraint pause_has_cause check ((paused_at is null) = (paused_because is null)),
  add constraint earlier_secret_has_end check ((earlier_secret_sealed is null) = (earlier_secret_until is null));
`,
);
