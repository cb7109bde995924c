import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { logTextOf } from '@jeongsan/nest-kit';
import { Deliverer } from './deliverer.js';

const PERIOD_MS = 100;

/** Whether this process sends deliveries. Injection token and type in one. */
export abstract class DeliveryRole {
  abstract readonly delivers: boolean;
}

/** Pumps deliveries ten times a second, and at once when this process has enqueued some. */
@Injectable()
export class DeliveriesLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveriesLoop.name);
  private timer: NodeJS.Timeout | undefined;
  private hasFailed = false;

  constructor(
    private readonly deliverer: Deliverer,
    private readonly role: DeliveryRole,
  ) {}

  onApplicationBootstrap(): void {
    if (this.role.delivers) this.timer = setInterval(() => this.wake(), PERIOD_MS);
  }

  /** Pumps now, because a delivery may be due. */
  wake(): void {
    this.deliverer.pump().then(
      () => (this.hasFailed = false),
      (error: Error) => {
        // An outage of the database is logged once, not ten times a second.
        if (!this.hasFailed) this.logger.error(`Deliveries stand still and will be tried again: ${logTextOf(error)}`);
        this.hasFailed = true;
      },
    );
  }

  /** Stops before the database connection closes, so that the attempts under way are still recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.deliverer.stop();
  }
}
