import { type ClientBase, Pool, type QueryConfig, types } from 'pg';

/** Runs one statement. Statements are constants of this program: each is prepared once per connection. */
export type Sql = Readonly<{
  rows: <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]>;
}>;

/** The sandbox's own database. */
export type Database = Sql &
  Readonly<{
    /**
     * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. `work` need not await a
     * statement whose result it does not use: if that statement fails, the transaction fails with its error.
     */
    transaction: <T>(work: (tx: Sql) => Promise<T>) => Promise<T>;
    close: () => Promise<void>;
  }>;

const CONNECTIONS_MAX = 10;
/** Connections of a further merchant: fewer, because all merchants share one server's connections. */
const CONNECTIONS_OF_A_SCHEMA_MAX = 4;
const CONNECT_TIMEOUT_MS = 10_000;

/** A pool of connections; with a schema, every table name means the table of that schema. */
export function openDatabase(url: string, schema?: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: schema === undefined ? CONNECTIONS_MAX : CONNECTIONS_OF_A_SCHEMA_MAX,
    ...(schema !== undefined && { options: `-c search_path="${schema}"` }),
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
    application_name: 'provider-sandbox',
  });
  // The pool replaces an idle connection that breaks. Without a listener the error event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', outliveBreak);
  return {
    rows: (text, values) => rowsOf(pool, text, values),
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}

/**
 * Listens from the first moment of a connection to its last: the pool listens for errors of idle connections only, and
 * whoever awaits a connection is too late when its first bytes bring the end of the session too. An error event without
 * a listener ends the process. Running statements fail by themselves, so the listener does nothing.
 */
function outliveBreak(connection: ClientBase): void {
  connection.on('error', () => undefined);
}

async function transaction<T>(pool: Pool, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const sent: Promise<unknown>[] = [];
  const keep = <A>(answer: Promise<A>): Promise<A> => {
    // Marks the promise as handled: a statement that is not awaited reports its failure at the commit below.
    answer.catch(() => undefined);
    sent.push(answer);
    return answer;
  };
  let broken: Error | undefined;
  try {
    // `begin` and `commit` are sent without waiting for earlier answers: after a failed statement the database commits
    // nothing.
    void keep(client.query('begin'));
    const result = await work({ rows: (text, values) => keep(rowsOf(client, text, values)) });
    void keep(client.query('commit'));
    await Promise.all(sent);
    return result;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => (broken = reason));
    const answers = await Promise.allSettled(sent);
    // After the first failed statement, all later ones fail with "transaction is aborted": report the first error
    // instead.
    const failed = isEndOfTransaction(error) ? answers.find(({ status }) => status === 'rejected') : undefined;
    throw failed?.status === 'rejected' ? failed.reason : error;
  } finally {
    client.release(broken);
  }
}

const isEndOfTransaction = (error: unknown): boolean => (error as { code?: string }).code === '25P02';

async function rowsOf<R extends object>(
  on: Pool | ClientBase,
  text: string,
  values?: readonly unknown[],
): Promise<R[]> {
  return (await on.query<R>(prepared(text, values))).rows;
}

const names = new Map<string, string>();
const NAMES_MAX = 500;

function prepared(text: string, values: readonly unknown[] = []): QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    // A statement text built from data would prepare a new plan for every value and fill the server's memory.
    if (names.size >= NAMES_MAX) throw new Error('Too many different statements: are values written into the SQL?');
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { name, text, values: [...values] };
}

const INT8 = 20;
const DATE = 1082;

/** bigint columns are read as bigint, dates as text, all others as pg reads them. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary'): unknown => {
  if (oid === INT8) return BigInt;
  if (oid === DATE) return String;
  return types.getTypeParser(oid, format);
}) as typeof types.getTypeParser;
