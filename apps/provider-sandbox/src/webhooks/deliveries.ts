import { Logger } from '@nestjs/common';
import { OutageLog } from '@jeongsan/nest-kit';
import { webhookRetryMinutes } from '@jeongsan/provider-contract';
import type { WebhookFaultKind } from '@jeongsan/sandbox-control';
import { WEBHOOKS } from '../api/faults.js';
import type { World } from '../world.js';
import { type Transmission, webhookSender } from './send-webhook.js';
import { givenUp, strangersKey, unsent, webhookFaults } from './webhook-faults.js';
import { type Next, type Result, writeResults } from './write-results.js';

const CONCURRENT_MAX = 16;
const BATCH_MAX = 64;
const MINUTE_MS = 60_000;
const GATHER_MS = 5;

type Due = Transmission & { target: string; nextAttemptAt: Date };

/**
 * Delivers stored webhooks, sixteen at once. The time of an attempt is the time at which it was due, on the sandbox's
 * clock.
 */
export class Deliveries {
  private readonly log = new OutageLog(new Logger('Deliveries'));
  private readonly send;
  private readonly underway = new Map<string, Promise<void>>();
  private round: Promise<void> | undefined;
  private results: Result[] = [];
  private writing: Promise<void> | undefined;

  constructor(private readonly world: World) {
    const { SECURITY_KEYS: keys, WEBHOOK_TIMEOUT_MS: timeoutMs } = world.env;
    this.send = webhookSender({ keys, timeoutMs, socketsMax: CONCURRENT_MAX });
  }

  /**
   * Makes webhooks that fell due while the process was down due now, because the real provider would not have been
   * down.
   */
  async resume(): Promise<void> {
    const now = this.world.clock.now();
    await this.world.database.rows('update webhook_delivery set next_attempt_at = $1 where next_attempt_at < $1', [
      now,
    ]);
  }

  /** Starts a round of deliveries unless one is running. */
  kick(until: Date): void {
    this.run(until).catch((error: unknown) => this.log.failed('To deliver webhooks, which stay due,', error));
  }

  /** Delivers until no webhook is due and none is under way; stops waiting at the deadline. */
  async drain(until: Date, deadline: number): Promise<void> {
    while (Date.now() < deadline) {
      const [left] = await this.world.database.rows(
        'select 1 from webhook_delivery where next_attempt_at <= $1 limit 1',
        [until],
      );
      if (!left) return;
      await this.run(until);
      await Promise.allSettled(this.underway.values());
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
        `select id, target, event_type as "eventType", body, attempts, next_attempt_at as "nextAttemptAt", next_attempt_at as at
         from webhook_delivery where next_attempt_at <= $1 and id <> all($2) order by next_attempt_at, seq limit ${BATCH_MAX}`,
        [until, [...this.underway.keys()]],
      );
      if (due.length === 0) return;
      for (const delivery of due) {
        if (this.underway.size >= CONCURRENT_MAX) await Promise.race(this.underway.values());
        const attempt = this.attempt(delivery)
          .catch((error: unknown) => this.log.failed(`Webhook ${delivery.id}, which stays due,`, error))
          .finally(() => this.underway.delete(delivery.id));
        this.underway.set(delivery.id, attempt);
      }
    }
  }

  private async attempt(delivery: Due): Promise<void> {
    const { id, nextAttemptAt: at } = delivery;
    // ASSUMED: a webhook goes to the address registered at the time of sending, not at the time of the event.
    const url = this.world.merchant.targets[delivery.target]?.url;
    if (url === undefined) return this.write({ id, ...givenUp, attempt: unsent(at, 'The target was removed') });
    const fault = this.world.faults.strike(WEBHOOKS, `${delivery.eventType} ${delivery.body}`);
    const effect = fault && webhookFaults[fault.kind as WebhookFaultKind];
    if (effect?.instead) return this.write({ id, ...effect.instead(at, fault?.delayMs) });
    if (effect?.isHeld) await this.world.faults.heldWebhooks.wait();
    const keys = effect?.isForged ? [strangersKey()] : this.world.env.SECURITY_KEYS;
    const started = performance.now();
    if (effect?.isTwice) await this.send(url, delivery, keys);
    const outcome = await this.send(url, delivery, keys);
    const attempt = { ...outcome, url, at, durationMs: Math.round(performance.now() - started) };
    if (!effect?.isHeld) this.world.faults.heldWebhooks.release();
    return this.write({ id, ...nextAfter(delivery, outcome.status), attempt });
  }

  /** Collects results that arrive close together and writes them with one statement. */
  private write(result: Result): Promise<void> {
    this.results.push(result);
    this.writing ??= new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => this.writeGathered());
    return this.writing;
  }

  private async writeGathered(): Promise<void> {
    const results = this.results;
    this.results = [];
    this.writing = undefined;
    await writeResults(this.world.database, results);
  }
}

/**
 * The next state after an attempt: a reply with status 200 is a success, everything else is retried at the documented
 * times until none is left.
 */
function nextAfter({ attempts, nextAttemptAt }: Due, status: number | null): Next {
  if (status === 200) return { state: 'delivered', nextAttemptAt: null };
  const wait = webhookRetryMinutes[attempts];
  if (wait === undefined) return givenUp;
  return { state: 'pending', nextAttemptAt: new Date(nextAttemptAt.getTime() + wait * MINUTE_MS) };
}
