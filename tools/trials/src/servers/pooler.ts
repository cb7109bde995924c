import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, type InstalledProgram, startInstalled } from '@jeongsan/child-processes';
import { serviceAccount } from '@jeongsan/stack';
import { programOf } from '../frame/packages.js';
import { until } from '../ground/eventually.js';
import type { Ground } from '../ground/ground.js';
import { PostgresNode } from './postgres-node.js';

export const poolModes = ['session', 'transaction'] as const;
export type PoolMode = (typeof poolModes)[number];

/** Server connections for each pair of login and database: a session keeps its own, transactions take turns on few. */
const POOL_SIZE = { session: 40, transaction: 4 } as const satisfies Record<PoolMode, number>;

/** PgBouncer in front of a Postgres. Clients log in with their own passwords, which it reads from the server. */
export class Pooler {
  private process: InstalledProgram | undefined;

  private constructor(
    readonly port: number,
    private readonly program: string,
    private readonly file: string,
    private readonly ground: Ground,
    private readonly server: PostgresNode,
  ) {}

  static async start(ground: Ground, server: PostgresNode, mode: PoolMode): Promise<Pooler> {
    const port = await freePort();
    const file = join(ground.folder, 'pgbouncer.ini');
    const users = join(ground.folder, 'pgbouncer.users');
    const { username, password } = new URL(server.url());
    const lines = [
      '[databases]',
      `* = host=127.0.0.1 port=${server.port} auth_user=${username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${POOL_SIZE[mode]}`,
      'max_client_conn = 1000',
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    await writeFile(users, `"${username}" "${password}"\n`);
    for (const each of [file, users]) await chmod(each, 0o644);
    const pooler = new Pooler(port, await programOf('pgbouncer'), file, ground, server);
    ground.undo.add(() => pooler.stop());
    await pooler.begin();
    return pooler;
  }

  /** The address of a database behind this pooler. */
  behind(databaseUrl: string, mode: PoolMode): string {
    const url = new URL(databaseUrl);
    url.port = String(this.port);
    url.searchParams.set('pooler', mode);
    return url.toString();
  }

  /** SIGKILL, and a start a moment later: every connection of every service breaks. */
  async crash(): Promise<void> {
    await this.process?.kill();
    await this.begin();
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }

  private async begin(): Promise<void> {
    // PgBouncer refuses to run as root.
    const account = await serviceAccount();
    const logFile = join(this.ground.folder, 'pgbouncer.log');
    this.process = await startInstalled(this.program, [this.file], { folder: '/', logFile, account });
    await until(
      `PgBouncer answers, see ${logFile}`,
      () => this.server.query('select 1', [], 'postgres', this.port),
      () => true,
    );
  }
}
