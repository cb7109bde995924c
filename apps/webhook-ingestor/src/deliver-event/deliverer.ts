import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DataSeal } from '@jeongsan/jwe';
import type { DataSource } from 'typeorm';
import { openEarlierSecret, openSecret, signingKey } from '../endpoint-secret.js';
import { claimDeliveries, type Claimed, type ClaimLimits } from './claim-deliveries.js';
import { Lanes, type LaneLimits } from './lanes.js';
import { attemptRecorder, type RecordAttempt } from './record-attempts.js';
import type { Attempt, SendDelivery } from './send-delivery.js';
import { signDelivery } from './sign-delivery.js';
import { watchEndpoint } from './watch-endpoint.js';

export type DelivererOptions = Readonly<{
  db: DataSource;
  seal: DataSeal;
  send: SendDelivery;
  now: () => Date;
  onAttempt?: (delivery: Claimed, attempt: Attempt) => void;
  lanes?: LaneLimits;
}>;

const LANES: LaneLimits = { total: 256, perEndpoint: 16, slowTotal: 128 };
const STOP_PAUSE_MS = 10;
const STOP_PAUSES_MAX = 800;
// Errors of endpoints that did not answer in time: the next attempt to such an endpoint may occupy a lane for the whole
// time-out.
const unanswered: ReadonlySet<Attempt['error']> = new Set(['timeout', 'connection', 'dns', 'tls']);

/**
 * Sends due deliveries. Call `pump` often: a call never waits for an endpoint, and of several parallel calls one does
 * the work.
 */
export class Deliverer {
  private readonly logger = new Logger(Deliverer.name);
  private readonly lanes: Lanes;
  private readonly limits: LaneLimits;
  private readonly record: RecordAttempt;
  /**
   * Keys of the deliveries that are being sent. A leap of the clock may end their leases early; this set keeps this
   * process from sending them twice.
   */
  private readonly underWay = new Set<string>();
  private isPumping = false;
  private isWanted = false;
  private isStopped = false;
  /** Endpoints that may have more due deliveries than the last claim gave them. */
  private readonly behind = new Set<string>();
  /** Whether the last claim took every free lane. */
  private isCrowded = false;

  constructor(private readonly options: DelivererOptions) {
    this.limits = options.lanes ?? LANES;
    this.lanes = new Lanes(this.limits);
    this.record = attemptRecorder(options.db);
  }

  /** Claims and starts due deliveries until no lane or no delivery is left. Throws when the database does. */
  async pump(): Promise<void> {
    this.isWanted = true;
    if (this.isPumping) return;
    this.isPumping = true;
    try {
      while (this.isWanted && !this.isStopped) {
        this.isWanted = false;
        // The next claim skips endpoints that are full now: their deliveries may have hidden due deliveries of other
        // endpoints.
        const claimed = this.lanes.free > 0 ? await this.claim() : 0;
        if (claimed > 0 && (this.isCrowded || this.behind.size > 0)) this.isWanted = true;
      }
    } finally {
      this.isPumping = false;
    }
  }

  /** Claims nothing more and waits for the deliveries that are being sent, for a bounded time. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (let i = 0; i < STOP_PAUSES_MAX && (this.lanes.inUse > 0 || this.isPumping); i += 1) await pause(STOP_PAUSE_MS);
    this.options.send.close();
  }

  private async claim(): Promise<number> {
    const { free } = this.lanes;
    const limits = { total: free, perEndpoint: this.limits.perEndpoint, exceptions: this.lanes.exceptions() };
    const claimed = await claimDeliveries(this.options.db, limits, this.options.now());
    this.isCrowded = claimed.length >= free;
    this.noteBehind(claimed, limits);
    const started = claimed.filter((delivery) => !this.underWay.has(keyOf(delivery)));
    for (const delivery of started) void this.deliver(delivery);
    return started.length;
  }

  /**
   * Updates `behind` after a claim. An endpoint that got its full share may have more deliveries due; one that got less
   * has none left. The claim skips endpoints with no capacity, so it says nothing about those.
   */
  private noteBehind(claimed: readonly Claimed[], { perEndpoint, exceptions }: ClaimLimits): void {
    const got = new Map<string, number>();
    for (const { endpoint_id: id } of claimed) got.set(id, (got.get(id) ?? 0) + 1);
    for (const id of new Set([...this.behind, ...got.keys()])) {
      const couldGet = exceptions.get(id) ?? perEndpoint;
      if (couldGet === 0) continue;
      if ((got.get(id) ?? 0) >= couldGet) this.behind.add(id);
      else if (!this.isCrowded) this.behind.delete(id);
    }
  }

  private async deliver(delivery: Claimed): Promise<void> {
    const key = keyOf(delivery);
    this.underWay.add(key);
    this.lanes.take(delivery.endpoint_id);
    let isAnswered = true;
    try {
      const attempt = delivery.enabled ? await this.attempt(delivery) : REMOVED;
      isAnswered = !unanswered.has(attempt.error);
      this.options.onAttempt?.(delivery, attempt);
      await this.record(delivery, attempt, this.options.now());
      await watchEndpoint(this.options.db, delivery, attempt, this.options.now());
    } catch (error) {
      // Without a record the lease ends and the delivery is sent again: sent twice is better than never.
      this.logger.error(
        `What became of delivery ${key}, or of its endpoint, is not recorded: ${(error as Error).message}`,
      );
    } finally {
      this.underWay.delete(key);
      this.lanes.release(delivery.endpoint_id, isAnswered);
      this.refill(delivery.endpoint_id);
    }
  }

  private async attempt(delivery: Claimed): Promise<Attempt> {
    const { endpoint_id: id, secret_sealed: sealed, earlier_secret_sealed: earlier } = delivery;
    const { seal, send, now } = this.options;
    const secrets = [await openSecret(id, sealed, seal), ...(earlier ? [openEarlierSecret(id, earlier, seal)] : [])];
    return send(signDelivery(delivery, secrets.map(signingKey), now()));
  }

  /**
   * Called when a lane becomes free: claims at once if half of the endpoint's or of all lanes are free. Waiting for
   * half makes one claim serve several lanes.
   */
  private refill(endpointId: string): void {
    if (this.isStopped) return;
    const isHungry = this.behind.has(endpointId) && this.lanes.isHalfFree(endpointId);
    const hasRoom = this.isCrowded && this.lanes.free >= this.limits.total / 2;
    // An error here is ignored: the next regular pump meets the same error and logs it.
    if (isHungry || hasRoom) void this.pump().catch(() => undefined);
  }
}

const REMOVED: Attempt = { status: null, error: 'removed' };

const keyOf = (delivery: Claimed): string => `${delivery.endpoint_id}/${delivery.event_id}`;
