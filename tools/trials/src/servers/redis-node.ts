import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, type InstalledProgram, startInstalled } from '@jeongsan/child-processes';
import { Redis } from 'ioredis';
import { programOf } from '../frame/packages.js';
import { until } from '../ground/eventually.js';
import type { Ground } from '../ground/ground.js';

/** Of every Redis here: they listen on 127.0.0.1 for the length of a trial. */
export const PASSWORD = 'of-a-trial';

const common = [
  'bind 127.0.0.1',
  'appendonly yes',
  'appendfsync everysec',
  'save ""',
  'maxmemory-policy noeviction',
  `requirepass ${PASSWORD}`,
  `masterauth ${PASSWORD}`,
];

/** One server of the Redis packages. It is killed and started again on the same port and data. */
export class RedisNode {
  private process: InstalledProgram | undefined;

  private constructor(
    readonly name: string,
    readonly port: number,
    private readonly program: string,
    private readonly folder: string,
  ) {}

  /** A running server. `settings`: lines of its file, beside those that every server has. */
  static async server(ground: Ground, name: string, settings: readonly string[] = []): Promise<RedisNode> {
    return RedisNode.begin(ground, name, await programOf('redis-server'), [...common, ...settings]);
  }

  static async sentinel(ground: Ground, name: string, settings: readonly string[]): Promise<RedisNode> {
    return RedisNode.begin(ground, name, await programOf('redis-sentinel'), ['bind 127.0.0.1', ...settings]);
  }

  private static async begin(ground: Ground, name: string, program: string, lines: readonly string[]) {
    const folder = join(ground.folder, name);
    await mkdir(folder, { recursive: true });
    const node = new RedisNode(name, await freePort(), program, folder);
    await writeFile(join(folder, 'conf'), [...lines, `port ${node.port}`, `dir "${folder}"`, ''].join('\n'));
    ground.undo.add(() => node.stop());
    await node.start();
    return node;
  }

  async start(): Promise<void> {
    const options = { folder: this.folder, logFile: `${this.folder}.log` };
    this.process = await startInstalled(this.program, [join(this.folder, 'conf')], options);
    await until(
      `${this.name} answers`,
      () => this.ask('ping'),
      (answer) => answer === 'PONG',
    );
  }

  async kill(): Promise<void> {
    const killed = this.process;
    this.process = undefined;
    await killed?.kill();
  }

  async stop(): Promise<void> {
    const stopped = this.process;
    this.process = undefined;
    await stopped?.stop();
  }

  /** One command to this server alone; its answer as text. */
  async ask(command: string, ...parameters: string[]): Promise<string> {
    const options = { lazyConnect: true, retryStrategy: () => null, ...(this.hasPassword && { password: PASSWORD }) };
    const redis = new Redis(this.port, '127.0.0.1', options);
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return String(await redis.call(command, ...parameters));
    } finally {
      redis.disconnect();
    }
  }

  private get hasPassword(): boolean {
    return !this.program.endsWith('sentinel');
  }
}
