import type { FailOrder } from '@jeongsan/failpoints';
import { Replica } from './replica.js';

export type ServiceOptions = Readonly<{
  /** The build folder of the app. */
  folder: string;
  logFile: string;
  /** The environment of the service's next process. */
  environment: () => Promise<Readonly<Record<string, string>>>;
}>;

/** A service that is always replaced: one process works, and a second one is loaded and waits to take over. */
export class Service {
  private readonly old: Replica[] = [];

  private constructor(
    private readonly options: ServiceOptions,
    private current: Replica,
    private spare: Replica,
  ) {}

  static async start(options: ServiceOptions): Promise<Service> {
    const warm = () => Replica.warm(options.folder, options.logFile);
    const current = await warm();
    const started = current.begin(await options.environment());
    const service = new Service(options, current, await warm());
    await started;
    return service;
  }

  get isDead(): boolean {
    return this.current.isDead;
  }

  /** Time at which the working process was struck, in milliseconds of `performance.now`. */
  get struckAt(): number | undefined {
    return this.current.struckAt;
  }

  order(order: FailOrder): Promise<void> {
    return this.current.order(order);
  }

  /** Kills the working process. */
  kill(): Promise<void> {
    return this.current.kill();
  }

  /** The spare process starts work, beside the present one when that is still alive. */
  async takeOver(): Promise<void> {
    this.old.push(this.current);
    this.current = this.spare;
    this.spare = await Replica.warm(this.options.folder, this.options.logFile);
    await this.current.begin(await this.options.environment());
  }

  /** Ends the processes that were replaced. */
  async retire(): Promise<void> {
    await Promise.all(this.old.splice(0).map((replica) => replica.kill()));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.old, this.current, this.spare].map((replica) => replica.kill()));
  }
}
