import { Logger } from '@nestjs/common';
import { expirePayments } from './payments/expire-payments.js';
import { progressPayouts } from './payouts/progress-payouts.js';
import { Deliveries } from './webhooks/deliveries.js';
import type { World } from './world.js';

const POLL_MS = 50;
/** How long moving the clock waits for webhooks; what is left then goes out in the background. */
const CATCH_UP_MAX_MS = 30_000;

/** What happens by itself as the sandbox's time passes: payments expire, banks work, webhooks go out and are repeated. */
export class DueWork {
  private readonly logger = new Logger('DueWork');
  private readonly deliveries: Deliveries;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private beat: Promise<void> = Promise.resolve();

  constructor(private readonly world: World) {
    this.deliveries = new Deliveries(world);
  }

  async start(): Promise<void> {
    await this.deliveries.resume();
    this.next();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.beat;
    await this.deliveries.stop();
  }

  /** Something was just stored that may be due at once. */
  kick(): void {
    if (!this.isStopped) this.deliveries.kick(this.world.clock.now());
  }

  /** Everything that is due at the sandbox's time, before it answers. */
  async catchUp(): Promise<void> {
    const until = this.world.clock.now();
    while ((await expirePayments(this.world, until)) > 0);
    while ((await progressPayouts(this.world, until)) > 0);
    await this.deliveries.drain(until, Date.now() + CATCH_UP_MAX_MS);
  }

  private next(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.beat = this.poll()
        .catch((error: unknown) => this.logger.error('Due work failed; it is tried again', error))
        .finally(() => this.next());
    }, POLL_MS);
  }

  /** One cheap look at three index heads; work only where something is due. */
  private async poll(): Promise<void> {
    const now = this.world.clock.now();
    const [due] = await this.world.database.rows<{ expiry: boolean; payout: boolean; webhook: boolean }>(
      `select exists (select from payment where expires_at <= $1) as expiry,
         exists (select from payout where next_step_at <= $1) as payout,
         exists (select from webhook_delivery where next_attempt_at <= $1) as webhook`,
      [now],
    );
    if (due?.expiry) await expirePayments(this.world, now);
    if (due?.payout) await progressPayouts(this.world, now);
    if (due?.webhook || due?.payout || due?.expiry) this.deliveries.kick(now);
  }
}
