import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Merchants } from './merchant/merchants.js';

/** Starts and stops the work that runs beside the requests. */
export class SandboxLife implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(private readonly merchants: Merchants) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.merchants.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.merchants.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.merchants.close();
  }
}
