import { join } from 'node:path';
import { freePort, startApp, type App } from '@jeongsan/child-processes';
import { RollingProxy } from './rolling-proxy.js';

/** The two builds that run side by side. */
export type BuildName = 'previous' | 'current';

/** A busy machine takes many times the usual seconds. */
export const READY_MS_MAX = 300_000;

/** One app of the platform: at most one process of each build, behind one address. */
export class RolledApp {
  private readonly running = new Map<BuildName, App>();

  private constructor(
    readonly name: string,
    readonly proxy: RollingProxy,
    private readonly folders: Readonly<Record<BuildName, string>>,
    private readonly logs: string,
  ) {}

  static async open(name: string, folders: Readonly<Record<BuildName, string>>, logs: string): Promise<RolledApp> {
    return new RolledApp(name, await RollingProxy.open(), folders, logs);
  }

  /** The addresses of the processes that run. */
  get urls(): string[] {
    return [...this.running.values()].map(({ url }) => url);
  }

  /** Starts a process of a build, and gives it requests once it is ready. */
  async begin(build: BuildName, env: Readonly<Record<string, string>>): Promise<void> {
    const app = await startApp({
      ...{ name: `${this.name} (${build})`, env, port: await freePort(), readyTimeoutMs: READY_MS_MAX },
      entry: join(this.folders[build], 'apps', this.name, 'dist/main.js'),
      logFile: join(this.logs, `${this.name}-${build}.log`),
    });
    this.running.set(build, app);
    this.proxy.add(app.url);
  }

  /** Asks a process to stop the moment that it gets no new requests: those under way, and its jobs, are its own to finish. */
  async end(build: BuildName): Promise<void> {
    const app = this.running.get(build);
    if (app === undefined) throw new Error(`${this.name}: no process of the ${build} build runs`);
    this.running.delete(build);
    this.proxy.remove(app.url);
    await app.stop();
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.values()].map((app) => app.stop()));
    await this.proxy.close();
  }
}
