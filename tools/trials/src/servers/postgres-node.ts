import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  freePort,
  type InstalledProgram,
  isRunning,
  processesIn,
  run,
  signal,
  startInstalled,
} from '@jeongsan/child-processes';
import { serverSettings, serviceAccount, type Account } from '@jeongsan/stack';
import { Client } from 'pg';
import { POSTGRES_BIN } from '../frame/packages.js';
import { until } from '../ground/eventually.js';
import type { Ground } from '../ground/ground.js';

/** The superuser of every server here, and its password: the servers listen on 127.0.0.1 for the length of a trial. */
const USER = 'jeongsan';
const PASSWORD = 'of-a-trial';
const ENV = { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C', PGPASSWORD: PASSWORD };
const COMMAND_MS_MAX = 300_000;

/** The settings of every server: it may get standbys and be archived. */
const settings = {
  ...serverSettings,
  wal_level: 'replica',
  max_wal_senders: '8',
  wal_keep_size: '512MB',
  hot_standby: 'on',
} as const;

type Settings = Readonly<Record<string, string>>;

/** One Postgres server of Debian's package, with its data in the trial's folder. */
export class PostgresNode {
  private process: InstalledProgram | undefined;

  private constructor(
    readonly name: string,
    readonly port: number,
    /** The folder of the data. */
    readonly data: string,
    private readonly account: Account | undefined,
    private readonly ground: Ground,
    private readonly extra: Settings,
  ) {}

  /** A node with an empty folder: its data is made by `initdb`, `copyOf`, or a restore. `data`: default in the trial's folder. */
  static async at(ground: Ground, name: string, extra: Settings = {}, data?: string): Promise<PostgresNode> {
    const account = await serviceAccount();
    const folder = data ?? join(ground.folder, name);
    // A folder on a volume of the account is made by `initdb`.
    if (data === undefined) await mkdir(folder, { mode: 0o700 });
    if (account !== undefined && data === undefined) await chown(folder, account.uid, account.gid);
    const node = new PostgresNode(name, await freePort(), folder, account, ground, extra);
    ground.undo.add(() => node.stop());
    return node;
  }

  /** A new cluster that runs. */
  static async primary(ground: Ground, name: string, extra: Settings = {}, data?: string): Promise<PostgresNode> {
    const node = await PostgresNode.at(ground, name, extra, data);
    const passwordFile = join(ground.folder, `${name}.password`);
    await writeFile(passwordFile, PASSWORD, { mode: 0o644 });
    const login = ['-U', USER, `--pwfile=${passwordFile}`, '--auth-host=scram-sha-256', '--auth-local=trust'];
    await node.command('initdb', ['-D', node.data, ...login, '-E', 'UTF8', '--locale=C', '--no-instructions']);
    await node.start();
    return node;
  }

  /** A running standby of a running server, under its own name as application_name. */
  static async standbyOf(primary: PostgresNode, name: string): Promise<PostgresNode> {
    const node = await PostgresNode.at(primary.ground, name, primary.extra);
    const source = `${primary.conninfo} application_name=${name}`;
    await node.command('pg_basebackup', ['-d', source, '-D', node.data, '-R', '-X', 'stream', '-c', 'fast']);
    await node.start();
    await until(
      `${name} follows ${primary.name}`,
      () => primary.standbys(),
      (rows) => rows.has(name),
    );
    return node;
  }

  private get conninfo(): string {
    return `host=127.0.0.1 port=${this.port} user=${USER} password=${PASSWORD}`;
  }

  url(database = 'postgres', port = this.port): string {
    return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  }

  /** Starts the server on its data and waits until it answers. */
  async start(): Promise<void> {
    const options = Object.entries({ ...settings, ...this.extra, port: String(this.port) });
    const args = ['-D', this.data, ...options.flatMap(([key, value]) => ['-c', `${key}=${value}`])];
    const program = join(POSTGRES_BIN, 'postgres');
    const { account } = this;
    const logFile = join(this.ground.folder, `${this.name}.log`);
    this.process = await startInstalled(program, args, { folder: '/', logFile, kind: 'postgres', account });
    await until(
      `${this.name} answers, see ${logFile}`,
      () => this.query('select 1'),
      () => true,
    );
  }

  /** SIGKILL, as a machine that loses its power; what its sessions still hold ends with it. */
  async kill(): Promise<void> {
    const killed = this.process;
    this.process = undefined;
    await killed?.kill();
    for (const pid of await processesIn(this.data)) signal(pid, 'SIGKILL');
    await until(
      `${this.name} is dead`,
      () => processesIn(this.data),
      (pids) => pids.length === 0,
    );
  }

  /** Starts the server again if it has ended by itself; returns whether it had. */
  async revive(): Promise<boolean> {
    const hasEnded = this.process !== undefined && !(await isRunning(this.process.pid));
    if (hasEnded) await this.start();
    return hasEnded;
  }

  async stop(): Promise<void> {
    const stopped = this.process;
    this.process = undefined;
    await stopped?.stop();
  }

  /** Makes a standby the primary; resolves when it takes writes. */
  async promote(): Promise<void> {
    await this.command('pg_ctl', ['promote', '-D', this.data, '-w']);
  }

  /** Changes settings of the running server without a restart. */
  async set(changes: Settings): Promise<void> {
    for (const [key, value] of Object.entries(changes)) await this.query(`alter system set ${key} = '${value}'`);
    await this.query('select pg_reload_conf()');
  }

  /** `port`: of a proxy in front of the server. */
  async query<Row extends object>(
    sql: string,
    parameters: unknown[] = [],
    database = 'postgres',
    port = this.port,
  ): Promise<Row[]> {
    const client = new Client({ connectionString: this.url(database, port), connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql, parameters)).rows;
    } finally {
      await client.end();
    }
  }

  /** The standbys that follow this server, with `sync`, `async` or `potential`. */
  async standbys(): Promise<Map<string, string>> {
    const rows = await this.query<{ application_name: string; sync_state: string }>(
      `select application_name, sync_state from pg_stat_replication where state = 'streaming'`,
    );
    return new Map(rows.map((row) => [row.application_name, row.sync_state]));
  }

  /** Runs a program of Debian's Postgres, or another one, as the account of the server. @throws with its output. */
  async command(program: string, args: readonly string[]): Promise<string> {
    const file = program.includes('/') ? program : join(POSTGRES_BIN, program);
    const options = { ...this.account, cwd: '/', env: ENV, timeoutMs: COMMAND_MS_MAX };
    const { code, output } = await run(file, args, options);
    if (code !== 0) throw new Error(`${program} failed (${code}):\n${output}`);
    return output;
  }
}
