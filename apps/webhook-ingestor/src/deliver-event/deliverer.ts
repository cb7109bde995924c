import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Executor } from '@jeongsan/database';
import type { DataSeal } from '@jeongsan/jwe';
import { openSecret } from '../endpoint-secret.js';
import { claimDeliveries, type Claimed, type ClaimLimits } from './claim-deliveries.js';
import { Lanes, type LaneLimits } from './lanes.js';
import { attemptRecorder, type RecordAttempt } from './record-attempts.js';
import type { Attempt, SendDelivery } from './send-delivery.js';
import { signDelivery } from './sign-delivery.js';

export type DelivererOptions = Readonly<{
  db: Executor;
  seal: DataSeal;
  send: SendDelivery;
  now: () => Date;
  onAttempt?: (delivery: Claimed, attempt: Attempt) => void;
  lanes?: LaneLimits;
}>;

const LANES: LaneLimits = { total: 256, perEndpoint: 16, slowTotal: 128 };
const STOP_PAUSE_MS = 10;
const STOP_PAUSES_MAX = 800;
// Errors that say the endpoint let us wait: another attempt to it may hold a lane for as long.
const unanswered: ReadonlySet<Attempt['error']> = new Set(['timeout', 'connection', 'dns', 'tls']);

/** Sends what is due. Call `pump` often; it never waits for an endpoint, and one call at a time does the work. */
export class Deliverer {
  private readonly logger = new Logger(Deliverer.name);
  private readonly lanes: Lanes;
  private readonly limits: LaneLimits;
  private readonly record: RecordAttempt;
  /** Deliveries under way: a clock that is moved by a day must not end their leases. */
  private readonly underWay = new Set<string>();
  private isPumping = false;
  private isWanted = false;
  private isStopped = false;
  /** Endpoints that may have more due than they were given. */
  private readonly behind = new Set<string>();
  /** Whether the last claim ended because all lanes were taken. */
  private isCrowded = false;

  constructor(private readonly options: DelivererOptions) {
    this.limits = options.lanes ?? LANES;
    this.lanes = new Lanes(this.limits);
    this.record = attemptRecorder(options.db);
  }

  /** Claims and starts what fits, again and again until nothing more does. Throws when the database does. */
  async pump(): Promise<void> {
    this.isWanted = true;
    if (this.isPumping) return;
    this.isPumping = true;
    try {
      while (this.isWanted && !this.isStopped) {
        this.isWanted = false;
        // What is full now is passed over by the next claim: it may hide what others have due.
        const claimed = this.lanes.free > 0 ? await this.claim() : 0;
        if (claimed > 0 && (this.isCrowded || this.behind.size > 0)) this.isWanted = true;
      }
    } finally {
      this.isPumping = false;
    }
  }

  /** Takes nothing new and waits, not for ever, for what is under way. */
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

  /** Who got all it could get may have more; who could have got more has none. Of an endpoint that was full nothing new is known. */
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
    } catch (error) {
      // Its lease runs out and it is sent again: twice rather than never.
      this.logger.error(`What became of delivery ${key} is not recorded: ${(error as Error).message}`);
    } finally {
      this.underWay.delete(key);
      this.lanes.release(delivery.endpoint_id, isAnswered);
      this.refill(delivery.endpoint_id);
    }
  }

  private async attempt(delivery: Claimed): Promise<Attempt> {
    const key = await openSecret(delivery.endpoint_id, delivery.secret_sealed, this.options.seal);
    return this.options.send(signDelivery(delivery, key, this.options.now()));
  }

  /** A lane came free: look for more at once, but for several lanes together rather than for each. */
  private refill(endpointId: string): void {
    if (this.isStopped) return;
    const isHungry = this.behind.has(endpointId) && this.lanes.isHalfFree(endpointId);
    const hasRoom = this.isCrowded && this.lanes.free >= this.limits.total / 2;
    // A failure is told by the next regular pump.
    if (isHungry || hasRoom) void this.pump().catch(() => undefined);
  }
}

const REMOVED: Attempt = { status: null, error: 'removed' };

const keyOf = (delivery: Claimed): string => `${delivery.endpoint_id}/${delivery.event_id}`;
