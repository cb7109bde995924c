import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { DueWork } from './due-work.js';
import type { World } from './world.js';

/** Starts and stops the work that runs beside the requests. */
export class SandboxLife implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly world: World,
    private readonly work: DueWork,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.work.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.world.database.close();
  }
}
