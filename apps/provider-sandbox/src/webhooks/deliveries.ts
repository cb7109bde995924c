import { Logger } from '@nestjs/common';
import { webhookRetryMinutes } from '@jeongsan/provider-contract';
import type { World } from '../world.js';
import { webhookSender } from './send-webhook.js';

const CONCURRENT_MAX = 16;
const BATCH_MAX = 64;
const MINUTE_MS = 60_000;
const GATHER_MS = 5;

type Due = { id: string; eventType: string; body: string; attempts: number; nextAttemptAt: Date };

type Result = {
  id: string;
  state: 'pending' | 'delivered' | 'given-up';
  nextAttemptAt: Date | null;
  status: number | null;
};

/** Delivers stored webhooks, sixteen at a time. An attempt counts from the moment it was due, on the sandbox's clock. */
export class Deliveries {
  private readonly logger = new Logger('Deliveries');
  private readonly send;
  private readonly underway = new Map<string, Promise<void>>();
  private round: Promise<void> | undefined;
  private results: Result[] = [];
  private writing: Promise<void> | undefined;

  constructor(private readonly world: World) {
    this.send = webhookSender(world.env.SECURITY_KEYS, CONCURRENT_MAX);
  }

  /** Webhooks that fell due while the process was down are due now: the provider would not have been down. */
  async resume(): Promise<void> {
    const now = this.world.clock.now();
    await this.world.database.rows('update webhook_delivery set next_attempt_at = $1 where next_attempt_at < $1', [
      now,
    ]);
  }

  /** Starts a round of deliveries unless one is running. */
  kick(until: Date): void {
    this.run(until).catch((error: unknown) => this.logger.error('Webhooks stay due; they are tried again', error));
  }

  /** Delivers until nothing is due and nothing is under way; gives up waiting at the deadline. */
  async drain(until: Date, deadline: number): Promise<void> {
    while (Date.now() < deadline) {
      await this.run(until);
      await Promise.allSettled(this.underway.values());
      const [left] = await this.world.database.rows(
        'select 1 from webhook_delivery where next_attempt_at <= $1 limit 1',
        [until],
      );
      if (!left) return;
    }
  }

  async stop(): Promise<void> {
    await this.round;
    await Promise.allSettled(this.underway.values());
    this.send.close();
  }

  private run(until: Date): Promise<void> {
    this.round ??= this.deliverDue(until).finally(() => (this.round = undefined));
    return this.round;
  }

  private async deliverDue(until: Date): Promise<void> {
    for (;;) {
      const due = await this.world.database.rows<Due>(
        `select id, event_type as "eventType", body, attempts, next_attempt_at as "nextAttemptAt" from webhook_delivery
         where next_attempt_at <= $1 and id <> all($2) order by next_attempt_at, seq limit ${BATCH_MAX}`,
        [until, [...this.underway.keys()]],
      );
      if (due.length === 0) return;
      for (const delivery of due) {
        if (this.underway.size >= CONCURRENT_MAX) await Promise.race(this.underway.values());
        const attempt = this.attempt(delivery)
          .catch((error: unknown) => this.logger.error(`Webhook ${delivery.id} stays due`, error))
          .finally(() => this.underway.delete(delivery.id));
        this.underway.set(delivery.id, attempt);
      }
    }
  }

  private async attempt(delivery: Due): Promise<void> {
    const at = delivery.nextAttemptAt;
    const { target } = this.world.merchant;
    // ASSUMED: a webhook goes to the address registered when it is sent, not when it arose.
    const status = target ? await this.send(target.url, { ...delivery, at }) : null;
    const wait = webhookRetryMinutes[delivery.attempts];
    if (status === 200) return this.write({ id: delivery.id, state: 'delivered', nextAttemptAt: null, status });
    if (wait === undefined) return this.write({ id: delivery.id, state: 'given-up', nextAttemptAt: null, status });
    const nextAttemptAt = new Date(at.getTime() + wait * MINUTE_MS);
    return this.write({ id: delivery.id, state: 'pending', nextAttemptAt, status });
  }

  /** Results that come in close together are written together: one statement for many webhooks. */
  private write(result: Result): Promise<void> {
    this.results.push(result);
    this.writing ??= new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => this.writeGathered());
    return this.writing;
  }

  private async writeGathered(): Promise<void> {
    const results = this.results;
    this.results = [];
    this.writing = undefined;
    await this.world.database.rows(
      `update webhook_delivery set attempts = attempts + 1, state = result.state, next_attempt_at = result.next_attempt_at,
         last_status = result.status
       from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) as result (id, state, next_attempt_at, status)
       where webhook_delivery.id = result.id`,
      [
        results.map(({ id }) => id),
        results.map(({ state }) => state),
        results.map(({ nextAttemptAt }) => nextAttemptAt),
        results.map(({ status }) => status),
      ],
    );
  }
}
