import { join } from 'node:path';
import { entryOf } from '@jeongsan/market';
import { type App, freePort, patiently, startApp } from '@jeongsan/child-processes';

/** A replica that is not back within this time has the reason in its log. */
const REVIVE_MS_MAX = 150_000;
const START_MS_MAX = 120_000;

/** The schedulers: any number of processes, each killed, frozen and restarted on order. */
export class Replicas {
  private readonly apps: App[] = [];
  private readonly down = new Set<App>();
  private readonly frozen = new Set<App>();
  private startedSoFar = 0;
  /** Replicas that ended unasked. */
  endedByThemselves = 0;

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly folder: string,
  ) {}

  get count(): number {
    return this.apps.length;
  }

  /** A replica that should be running. */
  anyUrl(): string {
    const able = this.apps.filter((app) => !this.down.has(app) && !this.frozen.has(app));
    const choices = able.length > 0 ? able : this.apps;
    return choices[Math.floor(Math.random() * choices.length)]?.url ?? 'http://127.0.0.1:9';
  }

  get logFiles(): readonly string[] {
    return Array.from({ length: this.startedSoFar }, (_, index) => this.logFile(index));
  }

  async scaleTo(count: number): Promise<void> {
    await Promise.all(this.apps.splice(count).map((app) => app.stop()));
    const missing = count - this.apps.length;
    const started = await Promise.all(Array.from({ length: Math.max(0, missing) }, () => this.startOne()));
    this.apps.push(...started);
  }

  /** SIGKILL, without a restart until `revive`. */
  async kill(index: number): Promise<void> {
    const app = this.at(index);
    if (this.down.has(app)) return;
    this.down.add(app);
    await app.kill('SIGKILL');
  }

  freeze(index: number): void {
    const app = this.at(index);
    if (this.down.has(app)) return;
    this.frozen.add(app);
    process.kill(app.pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const app of this.frozen) if (!this.down.has(app)) process.kill(app.pid, 'SIGCONT');
    this.frozen.clear();
  }

  /** Restarts every replica that is down, as often as needed. */
  async revive(): Promise<void> {
    const dead = [...this.down];
    await Promise.all(dead.map((app) => patiently(() => app.restart(), REVIVE_MS_MAX)));
    for (const app of dead) this.down.delete(app);
  }

  async stop(): Promise<void> {
    this.thaw();
    await Promise.all(this.apps.map((app) => app.stop()));
  }

  private at(index: number): App {
    return this.apps[index % this.apps.length] as App;
  }

  private logFile(number: number): string {
    return join(this.folder, `payout-scheduler-${number}.log`);
  }

  private async startOne(): Promise<App> {
    const number = this.startedSoFar;
    this.startedSoFar += 1;
    const app: App = await startApp({
      name: `payout-scheduler ${number}`,
      entry: entryOf('payout-scheduler'),
      env: this.env,
      port: await freePort(),
      logFile: this.logFile(number),
      readyTimeoutMs: START_MS_MAX,
      onExit: () => {
        this.endedByThemselves += 1;
        this.down.add(app);
      },
    });
    return app;
  }
}
