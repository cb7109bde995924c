import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { hit } from '@jeongsan/failpoints';
import { Refusal } from '@jeongsan/http-contract';
import type { SecurityKey } from '@jeongsan/jwe';
import { Clock } from '@jeongsan/nest-kit';
import { OutboxRelay } from '@jeongsan/queues';
import pg from 'pg';
import { Counter, Registry } from 'prom-client';
import { labelOf, readWebhook } from './read-webhook.js';
import { STATEMENTS_AT_ONCE, webhookStore, type StoreWebhook } from './store-webhooks.js';

/** What the inbox must be told. Injection token and type in one. */
export abstract class InboxOptions {
  abstract readonly databaseUrl: string;
  /** Newest first; two while they rotate. */
  abstract readonly securityKeys: readonly SecurityKey[];
}

// The provider waits 10 s for its answer: a 503 must reach it before that.
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 4_000;
const REPLY_TIMEOUT_MS = 5_000;

// A crowd's nudges go to Redis together: each trip of the relay is a transaction, and they compete with the inbox's own.
const KICK_PERIOD_MS = 20;

/** The provider's webhooks, in. Has connections of its own: nothing else this process does may keep a webhook waiting. */
@Injectable()
export class WebhookInbox implements OnApplicationShutdown {
  private readonly logger = new Logger(WebhookInbox.name);
  private readonly pool: pg.Pool;
  private readonly store: StoreWebhook;
  private readonly received: Counter<'event' | 'outcome'>;

  constructor(
    @Inject(InboxOptions) private readonly options: InboxOptions,
    clock: Clock,
    relay: OutboxRelay,
    registry: Registry,
  ) {
    this.pool = new pg.Pool({
      connectionString: options.databaseUrl,
      application_name: 'webhook-inbox',
      max: STATEMENTS_AT_ONCE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: REPLY_TIMEOUT_MS,
    });
    // An idle connection that breaks must not end the process; the next webhook opens another.
    this.pool.on('error', (error) => this.logger.warn(`A connection of the inbox broke: ${error.message}`));
    this.store = webhookStore(
      this.pool,
      clock.now,
      atMostEvery(KICK_PERIOD_MS, () => relay.kick()),
    );
    this.received = new Counter({
      name: 'provider_webhooks_total',
      help: 'Webhooks of the provider, by type and by what became of them',
      labelNames: ['event', 'outcome'],
      registers: [registry],
    });
  }

  /**
   * Stores a webhook as it came and promises to go and look. Resolves once that is committed. Throws a Refusal for what may not
   * be stored, anything else when it could not be.
   */
  async receive(body: Buffer, headers: IncomingHttpHeaders): Promise<void> {
    const webhook = this.read(body, headers);
    const event = labelOf(webhook.eventType);
    try {
      await hit('webhook:read');
      this.received.inc({ event, outcome: await this.store(webhook) });
    } catch (error) {
      this.received.inc({ event, outcome: 'failed' });
      this.logger.error(`A webhook could not be stored: ${(error as Error).message}`);
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private read(body: Buffer, headers: IncomingHttpHeaders) {
    try {
      return readWebhook(body, headers, this.options.securityKeys);
    } catch (error) {
      if (error instanceof Refusal) {
        this.received.inc({ event: 'other', outcome: error.code });
        // The body of a stranger is not worth a line of it.
        this.logger.warn(`A webhook was refused: ${error.message}`);
      }
      throw error;
    }
  }
}

/** Does the work at once if it was not done lately, else once at the end of the period. */
function atMostEvery(periodMs: number, work: () => void): () => void {
  let isResting = false;
  let isWanted = false;
  const run = (): void => {
    isResting = true;
    isWanted = false;
    work();
    setTimeout(() => {
      isResting = false;
      if (isWanted) run();
    }, periodMs).unref();
  };
  return () => {
    isWanted = true;
    if (!isResting) run();
  };
}
