import type { Migration } from '../migration.js';

/** Merchants beside the first one, whose keys are settings of the process. Each has a schema of its own for its tables. */
export const merchants: Migration = {
  name: '0012-merchants',
  statements: [
    // Filled only in the schema of the first merchant. Keys are stored as they are, because the sandbox has to sign, seal and
    // derive tokens with them; they open nothing but the sandbox.
    `create table further_merchant (
      m_id text primary key check (m_id ~ '^[A-Za-z0-9_]{1,14}$'),
      seq bigint generated always as identity unique,
      secret_keys text[] not null check (cardinality(secret_keys) > 0),
      security_keys text[] not null check (cardinality(security_keys) > 0),
      purposes text[] not null)`,
  ],
};
