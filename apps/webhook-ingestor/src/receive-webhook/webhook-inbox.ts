import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { connectionTo } from '@jeongsan/database';
import { hit } from '@jeongsan/failpoints';
import { TooManyWaiting } from '@jeongsan/group-commit';
import { Refusal } from '@jeongsan/http-contract';
import { DataSeal, type SecurityKey } from '@jeongsan/jwe';
import { Clock, OutageLog } from '@jeongsan/nest-kit';
import { OutboxRelay } from '@jeongsan/queues';
import pg from 'pg';
import { Counter, Registry } from 'prom-client';
import { Door, tooMany, type Pass } from '../door/door.js';
import { busy } from '../door/read-body.js';
import { TokenBuckets, type BucketSize } from '../door/token-buckets.js';
import { isGenuine, isPublished, labelOf, readWebhook, type Webhook } from './read-webhook.js';
import { SIGNED_STATEMENTS_AT_ONCE, signedStore, type StoreSigned } from './store-signed.js';
import {
  UNSIGNED_STATEMENTS_AT_ONCE,
  unsignedStore,
  type LookTiming,
  type StoredUnsigned,
  type StoreUnsigned,
} from './store-unsigned.js';

/** What the inbox must be told. Injection token and type in one. */
export abstract class InboxOptions {
  abstract readonly databaseUrl: string;
  /** Newest first; two while they rotate. */
  abstract readonly securityKeys: readonly SecurityKey[];
  /** A signed webhook older than this is kept, and nobody looks. */
  abstract readonly signedHoursMax: number;
  abstract readonly looks: LookTiming & Readonly<{ unknownPerMinute: number; perSubjectAndMinute: number }>;
}

// The provider waits 10 s for its answer: a 503 must reach it before that.
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 4_000;
const REPLY_TIMEOUT_MS = 5_000;

// A crowd's nudges go to Redis together: each trip of the relay is a transaction, and they compete with the inbox's own.
const KICK_PERIOD_MS = 20;

/** Webhooks of types that no document knows, of which one is kept now and then: to be looked into, not to be acted upon. */
const SAMPLES = { perSecond: 20 / 3_600, burst: 20 };
/** Lines about refused webhooks; all others are only counted. */
const REFUSALS_LOGGED = { perSecond: 1, burst: 10 };
const ALL = 'all';

/** The provider's webhooks, in. Has connections of its own: nothing else this process does may keep a webhook waiting. */
@Injectable()
export class WebhookInbox implements OnApplicationShutdown {
  private readonly logger = new Logger(WebhookInbox.name);
  private readonly outage = new OutageLog(this.logger);
  private readonly pools: pg.Pool[] = [];
  private readonly storeSigned: StoreSigned;
  private readonly storeUnsigned: StoreUnsigned;
  private readonly received: Counter<'event' | 'outcome'>;
  private readonly subjects: TokenBuckets;
  private readonly samples = bucketsOf(SAMPLES);
  private readonly refusalsLogged = bucketsOf(REFUSALS_LOGGED);
  private unlogged = 0;

  constructor(
    @Inject(InboxOptions) private readonly options: InboxOptions,
    private readonly clock: Clock,
    private readonly door: Door,
    seal: DataSeal,
    relay: OutboxRelay,
    registry: Registry,
  ) {
    const { now } = clock;
    const { looks } = options;
    this.subjects = perMinute(looks.perSubjectAndMinute);
    const signed = this.connect('webhook-inbox', SIGNED_STATEMENTS_AT_ONCE);
    const unsigned = this.connect('webhook-inbox-unsigned', UNSIGNED_STATEMENTS_AT_ONCE);
    const kick = atMostEvery(KICK_PERIOD_MS, () => relay.kick());
    const strangers = perMinute(looks.unknownPerMinute);
    this.storeSigned = signedStore({ pool: signed, seal, now, kick });
    this.storeUnsigned = unsignedStore({ pool: unsigned, seal, now, timing: looks, strangers });
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

  /** Counts a webhook that was refused, wherever, and tells of it now and then. The body of a stranger is not worth a line of it. */
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
    // Before anything of the body is understood: who cannot sign falls under the rules for everybody.
    const isSigned = pass.claimsSignature && isGenuine(body, headers, this.options.securityKeys);
    if (pass.claimsSignature && !isSigned) this.door.withoutSignature(pass, body.length);
    const { signedHoursMax: hoursMax } = this.options;
    return readWebhook(body, headers, isSigned ? { now: this.clock.now(), hoursMax } : undefined);
  }

  private async receiveUnsigned(webhook: Webhook): Promise<string> {
    if (!isPublished(webhook.eventType) && !this.samples.take(ALL)) return 'counted';
    const { subject } = webhook.nudge ?? {};
    if (subject !== undefined && !this.subjects.take(subject)) {
      throw tooMany('Too many unsigned webhooks name one payment', this.subjects.secondsUntil(subject));
    }
    const outcome = await this.storing(webhook);
    if (outcome === 'over-budget') throw tooMany('Too many unsigned webhooks name payments that nobody here knows', 60);
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
    // An idle connection that breaks must not end the process; the next webhook opens another.
    pool.on('error', (error) => this.logger.debug(`A connection of the inbox broke: ${error.message}`));
    this.pools.push(pool);
    return pool;
  }
}

const bucketsOf = (size: BucketSize): TokenBuckets => new TokenBuckets(size, () => performance.now());
const perMinute = (count: number): TokenBuckets => bucketsOf({ perSecond: count / 60, burst: count });

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
