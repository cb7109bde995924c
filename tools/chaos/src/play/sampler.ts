import { setTimeout as sleep } from 'node:timers/promises';
import { wronglyReserved } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';

const EVERY_MS = 200;

/** Checks repeatedly that each seller's `reserved` balance equals the open payouts, unknown ones included (I11). */
export class Sampler {
  readonly found = new Set<string>();
  samples = 0;
  private isOver = false;
  private readonly running: Promise<void>;

  constructor(private readonly db: DataSource) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      // The database may be the server that is down.
      await this.look().catch(() => undefined);
      await sleep(EVERY_MS);
    }
  }

  private async look(): Promise<void> {
    for (const wrong of await wronglyReserved(this.db)) this.found.add(`${wrong} (I11)`);
    this.samples += 1;
  }
}
