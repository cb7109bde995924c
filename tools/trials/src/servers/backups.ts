import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceAccount } from '@jeongsan/stack';
import { programOf } from '../frame/packages.js';
import type { Ground } from '../ground/ground.js';
import type { PostgresNode } from './postgres-node.js';

const STANZA = 'jeongsan';

/** pgBackRest with a repository in the trial's folder. Each command here is one that an operator types. */
export class Backups {
  private constructor(
    private readonly program: string,
    /** The file of settings, which every command names. */
    readonly file: string,
  ) {}

  /** Makes the repository for a server whose data will be in `data`. */
  static async in(ground: Ground, data: string): Promise<Backups> {
    const account = await serviceAccount();
    const folders = ['repository', 'backrest-log', 'backrest-lock', 'backrest-spool'].map((name) =>
      join(ground.folder, name),
    );
    for (const folder of folders) {
      await mkdir(folder, { mode: 0o700 });
      if (account !== undefined) await chown(folder, account.uid, account.gid);
    }
    const [repository, log, lock, spool] = folders;
    const file = join(ground.folder, 'pgbackrest.conf');
    const lines = [
      '[global]',
      `repo1-path=${repository}`,
      'repo1-retention-full=2',
      `log-path=${log}`,
      `lock-path=${lock}`,
      `spool-path=${spool}`,
      'log-level-console=warn',
      'start-fast=y',
      `[${STANZA}]`,
      `pg1-path=${data}`,
    ];
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
    return new Backups(await programOf('pgbackrest'), file);
  }

  /** The setting of a server that hands each finished part of its log to the repository. */
  get archiveCommand(): string {
    return `${this.program} --config=${this.file} --stanza=${STANZA} archive-push %p`;
  }

  async createStanza(server: PostgresNode): Promise<void> {
    await this.order(server, ['stanza-create']);
    await this.order(server, ['check']);
  }

  async full(server: PostgresNode): Promise<void> {
    await this.order(server, ['--type=full', 'backup']);
  }

  /** Fills the empty folder of another server with the state at a named point of the log. */
  async restore(to: PostgresNode, point: string): Promise<void> {
    const target = ['--type=name', `--target=${point}`, '--target-action=promote', `--pg1-path=${to.data}`];
    await this.order(to, [...target, 'restore']);
  }

  private async order(server: PostgresNode, args: readonly string[]): Promise<void> {
    const login = [`--pg1-port=${server.port}`, `--pg1-socket-path=${server.data}`, '--pg1-user=jeongsan'];
    const isRestore = args.includes('restore');
    const options = [`--config=${this.file}`, `--stanza=${STANZA}`, ...(isRestore ? [] : login)];
    await server.command(this.program, [...options, ...args]);
  }
}
