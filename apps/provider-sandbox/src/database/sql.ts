import { type ClientBase, Pool, type QueryConfig, types } from 'pg';

/** Runs one statement. Statements are constants of this program: each is prepared once per connection. */
export type Sql = Readonly<{
  rows: <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]>;
}>;

/** The sandbox's own database. */
export type Database = Sql &
  Readonly<{
    /** Commits what `work` did when it resolves, and undoes it when it throws. */
    transaction: <T>(work: (tx: Sql) => Promise<T>) => Promise<T>;
    close: () => Promise<void>;
  }>;

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 10_000;

export function openDatabase(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
    application_name: 'provider-sandbox',
  });
  // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  return {
    rows: async <R extends object>(text: string, values?: readonly unknown[]) =>
      (await pool.query<R>(prepared(text, values))).rows,
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}

async function transaction<T>(pool: Pool, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // The first statement does not wait for the answer to `begin`: they travel together.
    const [, result] = await Promise.all([client.query('begin'), work(sqlOf(client))]);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => (broken = reason));
    throw error;
  } finally {
    client.release(broken);
  }
}

const sqlOf = (client: ClientBase): Sql => ({
  rows: async <R extends object>(text: string, values?: readonly unknown[]) =>
    (await client.query<R>(prepared(text, values))).rows,
});

const names = new Map<string, string>();
const NAMES_MAX = 500;

function prepared(text: string, values: readonly unknown[] = []): QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    // A text built from data would fill the server's memory with plans.
    if (names.size >= NAMES_MAX) throw new Error('Too many different statements: are values written into the SQL?');
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { name, text, values: [...values] };
}

const INT8 = 20;
const DATE = 1082;

/** Amounts arrive as bigint, dates as their text; everything else as pg reads it. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary'): unknown => {
  if (oid === INT8) return BigInt;
  if (oid === DATE) return String;
  return types.getTypeParser(oid, format);
}) as typeof types.getTypeParser;
