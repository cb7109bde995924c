import type pg from 'pg';
import type { ClientConfig } from 'pg';
import { PreparingClient, UnnamedClient } from './prepared.js';

/** What stands between us and Postgres: nothing, or a PgBouncer that lends a server connection per session or per transaction. */
export type Pooler = 'none' | 'session' | 'transaction';

type Limits = Pick<
  ClientConfig,
  'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout' | 'options'
>;

/** DATABASE_URL with `?pooler=session` or `?pooler=transaction` says what stands before the server. Throws on any other word. */
export function poolerOf(databaseUrl: string): Pooler {
  const pooler = new URL(databaseUrl).searchParams.get('pooler') ?? 'none';
  if (pooler !== 'none' && pooler !== 'session' && pooler !== 'transaction') {
    throw new Error('DATABASE_URL: pooler is session or transaction');
  }
  return pooler;
}

type Connection = ClientConfig & { readonly connectionString: string; readonly Client: typeof pg.Client };

/**
 * How to connect. PgBouncer refuses a connection that brings settings of its own, or drops them without a word: with one, the limits
 * are those of the role (`missingLimits` finds a role without). A named statement is known to one server connection only, and per
 * transaction each statement may meet another one: there no statement has a name.
 */
export function connectionTo(databaseUrl: string, limits: Limits): Connection {
  const url = new URL(databaseUrl);
  const pooler = poolerOf(databaseUrl);
  url.searchParams.delete('pooler');
  return {
    connectionString: url.toString(),
    Client: pooler === 'transaction' ? UnnamedClient : PreparingClient,
    ...(pooler === 'none' && limits),
  };
}
