import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { logTextOf } from '@jeongsan/nest-kit';
import { Deliverer } from './deliverer.js';

const PERIOD_MS = 100;

/** Whether this process delivers at all. Injection token and type in one. */
export abstract class DeliveryRole {
  abstract readonly delivers: boolean;
}

/** Keeps deliveries going: ten times a second, and at once when one was promised here. */
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

  /** Something may be due: look now. */
  wake(): void {
    this.deliverer.pump().then(
      () => (this.hasFailed = false),
      (error: Error) => {
        // Once per outage: the hundredth repetition says nothing new.
        if (!this.hasFailed) this.logger.error(`Deliveries stand still and will be tried again: ${logTextOf(error)}`);
        this.hasFailed = true;
      },
    );
  }

  /** While the database is still there: what is under way is recorded. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.deliverer.stop();
  }
}
