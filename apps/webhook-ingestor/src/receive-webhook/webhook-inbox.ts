import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { connectionTo } from '@jeongsan/database';
import { hit } from '@jeongsan/failpoints';
import { TooManyWaiting } from '@jeongsan/group-commit';
import { Refusal } from '@jeongsan/http-contract';
import { DataSeal, type SecurityKey } from '@jeongsan/jwe';
import { Clock, type CounterOf, Metrics, OutageLog } from '@jeongsan/nest-kit';
import { isGenuineWebhook } from '@jeongsan/provider-client';
import { DirectPublishing } from '@jeongsan/queues';
import pg from 'pg';
import { Door, tooMany, type Pass } from '../door/door.js';
import { busy } from '../door/read-body.js';
import { TokenBuckets, type BucketSize } from '../door/token-buckets.js';
import { isPublished, labelOf, readWebhook, type Webhook } from './read-webhook.js';
import { SIGNED_STATEMENTS_AT_ONCE, signedStore, type StoreSigned } from './store-signed.js';
import {
  UNSIGNED_STATEMENTS_AT_ONCE,
  unsignedStore,
  type LookTiming,
  type StoredUnsigned,
  type StoreUnsigned,
} from './store-unsigned.js';

/** Settings of the inbox. Injection token and type in one. */
export abstract class InboxOptions {
  abstract readonly databaseUrl: string;
  /** The keys that verify signatures, newest first; two during a rotation. */
  abstract readonly securityKeys: readonly SecurityKey[];
  /** A signed webhook older than this is stored without a look. */
  abstract readonly signedHoursMax: number;
  abstract readonly looks: LookTiming & Readonly<{ unknownPerMinute: number; perSubjectAndMinute: number }>;
}

// Time-outs in milliseconds. The provider waits 10 s for its answer, so a 503 must be sent before.
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 4_000;
const REPLY_TIMEOUT_MS = 5_000;

/** Up to 20 webhooks of unpublished types an hour are stored for a person to read; no job follows from them. */
const SAMPLES = { perSecond: 20 / 3_600, burst: 20 };
/** At most one refused webhook a second is logged (ten at once); all of them are counted. */
const REFUSALS_LOGGED = { perSecond: 1, burst: 10 };
const ALL = 'all';

/**
 * Receives the provider's webhooks. Has its own database connections, so that no other work of this process delays a
 * webhook.
 */
@Injectable()
export class WebhookInbox implements OnApplicationShutdown {
  private readonly logger = new Logger(WebhookInbox.name);
  private readonly outage = new OutageLog(this.logger);
  private readonly pools: pg.Pool[] = [];
  private readonly storeSigned: StoreSigned;
  private readonly storeUnsigned: StoreUnsigned;
  private readonly received: CounterOf<'provider_webhooks_total'>;
  private readonly subjects: TokenBuckets;
  private readonly samples = bucketsOf(SAMPLES);
  private readonly refusalsLogged = bucketsOf(REFUSALS_LOGGED);
  private unlogged = 0;

  constructor(
    @Inject(InboxOptions) private readonly options: InboxOptions,
    private readonly clock: Clock,
    private readonly door: Door,
    seal: DataSeal,
    publishing: DirectPublishing,
    metrics: Metrics,
  ) {
    const { now } = clock;
    const { looks } = options;
    this.subjects = perMinute(looks.perSubjectAndMinute);
    const signed = this.connect('webhook-inbox', SIGNED_STATEMENTS_AT_ONCE);
    const unsigned = this.connect('webhook-inbox-unsigned', UNSIGNED_STATEMENTS_AT_ONCE);
    const strangers = perMinute(looks.unknownPerMinute);
    this.storeSigned = signedStore({ pool: signed, seal, now, publishing });
    this.storeUnsigned = unsignedStore({ pool: unsigned, seal, now, timing: looks, strangers });
    this.received = metrics.counter('provider_webhooks_total');
  }

  /**
   * Stores a webhook and enqueues its look. Resolves after the commit. Throws a Refusal for a webhook that may not be
   * stored, and any other error when storing failed.
   */
  async receive(body: Buffer, headers: IncomingHttpHeaders, pass: Pass): Promise<void> {
    const webhook = this.read(body, headers, pass);
    const event = labelOf(webhook.eventType);
    await hit('webhook:read');
    this.count(
      event,
      webhook.signature === 'valid' ? await this.storing(webhook) : await this.receiveUnsigned(webhook),
    );
  }

  count(event: string, outcome: string): void {
    this.received.inc({ event, outcome });
  }

  /** Counts a refused webhook, and logs a sample of the refusals. The body is not logged: it comes from a stranger. */
  countRefusal({ code, message }: Refusal): void {
    this.count('other', code);
    this.unlogged += 1;
    if (!this.refusalsLogged.take(ALL)) return;
    const others = this.unlogged === 1 ? '' : ` (and ${this.unlogged - 1} before it)`;
    this.logger.warn(`A webhook was refused: ${message}${others}`);
    this.unlogged = 0;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.end()));
  }

  private read(body: Buffer, headers: IncomingHttpHeaders, pass: Pass): Webhook {
    // The signature is checked before the body is parsed: a sender with a wrong signature is counted and bounded like
    // an unsigned one.
    const isSigned = pass.claimsSignature && isGenuineWebhook(body, headers, this.options.securityKeys);
    if (pass.claimsSignature && !isSigned) this.door.withoutSignature(pass, body.length);
    const { signedHoursMax: hoursMax } = this.options;
    return readWebhook(body, headers, isSigned ? { now: this.clock.now(), hoursMax } : undefined);
  }

  private async receiveUnsigned(webhook: Webhook): Promise<string> {
    if (!isPublished(webhook.eventType) && !this.samples.take(ALL)) return 'counted';
    const { subject } = webhook.nudge ?? {};
    if (subject !== undefined && !this.subjects.take(subject)) {
      throw tooMany('Too many unsigned webhooks name one subject', this.subjects.secondsUntil(subject));
    }
    const outcome = await this.storing(webhook);
    if (outcome === 'over-budget')
      throw tooMany('Too many unsigned webhooks name subjects that are not in our books', 60);
    return outcome;
  }

  private async storing(webhook: Webhook): Promise<StoredUnsigned> {
    try {
      return await (webhook.signature === 'valid' ? this.storeSigned(webhook) : this.storeUnsigned(webhook));
    } catch (error) {
      this.count(labelOf(webhook.eventType), 'failed');
      if (error instanceof TooManyWaiting) throw busy();
      this.outage.failed('To store a webhook', error);
      throw error;
    }
  }

  private connect(name: string, connections: number): pg.Pool {
    const pool = new pg.Pool({
      ...connectionTo(this.options.databaseUrl, { statement_timeout: STATEMENT_TIMEOUT_MS }),
      application_name: name,
      max: connections,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: REPLY_TIMEOUT_MS,
    });
    // An error of an idle connection is ignored so that it does not end the process; the next webhook opens another
    // connection.
    pool.on('error', (error) => this.logger.debug(`A connection of the inbox broke: ${error.message}`));
    this.pools.push(pool);
    return pool;
  }
}

const bucketsOf = (size: BucketSize): TokenBuckets => new TokenBuckets(size, () => performance.now());
const perMinute = (count: number): TokenBuckets => bucketsOf({ perSecond: count / 60, burst: count });
