import { Logger } from '@nestjs/common';
import { isServerAway, logTextOf } from '@jeongsan/nest-kit';

const FAILURE_BASE_MS = 100;
const FAILURE_CAP_MS = 5_000;
const REST_MS_MAX = 1_000;

/** The rest, in ms, of a loop whose next work is due at a time, or is not known: another process may bring work meanwhile. */
export function restUntil(next: Date | undefined, now: Date): number {
  return next === undefined ? REST_MS_MAX : Math.min(REST_MS_MAX, Math.max(0, next.getTime() - now.getTime()));
}

/**
 * Runs `round` repeatedly; each round returns its rest in ms. After failures the rest grows, and `wake` does not shorten it: a
 * loop must not add load to a server that is down.
 */
export class Loop {
  private readonly logger: Logger;
  private running: Promise<void> | undefined;
  private isStopping = false;
  private isWoken = false;
  private endRest: (() => void) | undefined;

  constructor(
    private readonly name: string,
    private readonly round: () => Promise<number>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Ends the present rest, or skips the next rest when a round is running. */
  wake(): void {
    this.isWoken = true;
    this.endRest?.();
  }

  /** Resolves when the running round has finished. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.endRest?.();
    await this.running;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.isStopping) {
      this.isWoken = false;
      try {
        const restMs = await this.round();
        if (failures > 0) this.logger.log(`${this.name} works again after ${failures} failed rounds`);
        failures = 0;
        await this.rest(restMs, true);
      } catch (error) {
        failures += 1;
        // Only the first failure of an outage is logged; the following ones say nothing new.
        if (failures === 1) this.report(error);
        await this.rest(Math.min(FAILURE_CAP_MS, FAILURE_BASE_MS * 2 ** (failures - 1)), false);
      }
    }
  }

  private report(error: unknown): void {
    const what = `${this.name} failed and will try again`;
    if (isServerAway(error)) this.logger.error(`${what}: ${logTextOf(error)}`);
    else this.logger.error(what, logTextOf(error));
  }

  private async rest(restMs: number, mayBeWoken: boolean): Promise<void> {
    if (restMs <= 0 || this.isStopping || (mayBeWoken && this.isWoken)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      this.endRest = () => {
        if (!mayBeWoken && !this.isStopping) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.endRest = undefined;
  }
}
