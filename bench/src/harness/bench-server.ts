import { connectDatabase, migrate } from '@jeongsan/database';
import pg from 'pg';
import { familyCpuSeconds, parentOf } from './processes.js';

const PREFIX = 'jeongsan_bench';

/** The Postgres that is measured on: databases of our own, and what it spends. */
export class BenchServer {
  private constructor(
    private readonly adminUrl: string,
    private readonly admin: pg.Client,
    private readonly postmaster: number | undefined,
  ) {}

  /** Throws when the server would forget acknowledged commits: then every number would be a lie. */
  static async connect(adminUrl: string): Promise<BenchServer> {
    const admin = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
    await admin.connect();
    const { rows } = await admin.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
    );
    const unsafe = rows.filter((row) => row.setting !== 'on').map((row) => `${row.name} is ${row.setting}`);
    if (unsafe.length > 0) throw new Error(`Nothing is measured without durability: ${unsafe.join(', ')}`);
    const { rows: own } = await admin.query<{ pid: number; is_local: boolean }>(
      `select pg_backend_pid() as pid, coalesce(inet_server_addr() <<= '127.0.0.0/8', true) as is_local`,
    );
    const backend = own[0];
    return new BenchServer(adminUrl, admin, backend?.is_local ? await parentOf(backend.pid) : undefined);
  }

  /** A new, empty database of ours; one of the same name from an earlier run is dropped. Returns its URL. */
  async createDatabase(name: string): Promise<string> {
    return this.create(name, `template template0 encoding 'UTF8'`);
  }

  /** A copy of one of ours, to which nobody may be connected: quicker than to fill another one in the same way. Returns its URL. */
  async copyDatabase(url: string, name: string): Promise<string> {
    return this.create(name, `template ${new URL(url).pathname.slice(1)} strategy file_copy`);
  }

  private async create(name: string, how: string): Promise<string> {
    const database = `${PREFIX}_${name.replaceAll(/\W+/g, '_')}`;
    await this.admin.query(`drop database if exists ${database} with (force)`);
    await this.admin.query(`create database ${database} ${how}`);
    const url = new URL(this.adminUrl);
    url.pathname = `/${database}`;
    return url.toString();
  }

  async dropDatabases(): Promise<void> {
    const { rows } = await this.admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [`${PREFIX}_`],
    );
    for (const { datname } of rows) await this.admin.query(`drop database if exists ${datname} with (force)`);
  }

  async version(): Promise<string> {
    const { rows } = await this.admin.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? 'unknown';
  }

  /** Bytes of write-ahead log written since the server was created. */
  async walBytes(): Promise<number> {
    const { rows } = await this.admin.query<{ bytes: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`,
    );
    return Number.parseInt(rows[0]?.bytes ?? '', 10);
  }

  /** Seconds of CPU the whole server has used; NaN when it is not on this machine. */
  cpuSeconds(): Promise<number> {
    return familyCpuSeconds(this.postmaster);
  }

  async close(): Promise<void> {
    await this.dropDatabases();
    await this.admin.end();
  }
}

/** Brings a new database to the product's schema. */
export async function migrated(url: string): Promise<void> {
  const db = await connectDatabase({ url, poolSize: 2, applicationName: 'bench-prepare' });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

/** A connection of its own, without the time limits of the product: preparing takes as long as it takes. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** One query on a database, with a connection of its own. */
export const ask = <T extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []): Promise<T[]> =>
  withClient(url, async (client) => (await client.query<T>(sql, values)).rows);
