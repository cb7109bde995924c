import type pg from 'pg';
import type { ClientConfig } from 'pg';
import { PreparingClient, UnnamedClient } from './prepared.js';

/**
 * The proxy between this process and Postgres: none, or a PgBouncer that lends a server connection per session or per
 * transaction.
 */
export type Pooler = 'none' | 'session' | 'transaction';

type Limits = Pick<
  ClientConfig,
  'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout' | 'options'
>;

/**
 * The pooler that DATABASE_URL names as `?pooler=session` or `?pooler=transaction`; `none` without it. Throws for any other
 * word.
 */
export function poolerOf(databaseUrl: string): Pooler {
  const pooler = new URL(databaseUrl).searchParams.get('pooler') ?? 'none';
  if (pooler !== 'none' && pooler !== 'session' && pooler !== 'transaction') {
    throw new Error('DATABASE_URL: pooler is session or transaction');
  }
  return pooler;
}

type Connection = ClientConfig & { readonly connectionString: string; readonly Client: typeof pg.Client };

/**
 * Connection settings by kind of pooler. PgBouncer refuses or silently drops a client's own settings, so behind a pooler the
 * limits must be set on the role (`missingLimits` finds a role without limits). A prepared statement belongs to one server
 * connection, which can change with each transaction: behind a transaction pooler no statement is prepared.
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
