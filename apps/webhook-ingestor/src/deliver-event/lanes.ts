export type LaneLimits = Readonly<{
  /** Deliveries that may be sent at once, to all endpoints together. */
  total: number;
  /** Deliveries that may be sent at once to one endpoint that answers in time. */
  perEndpoint: number;
  /**
   * Deliveries that may be sent at once to all endpoints together whose last attempt got no answer: waiting for them
   * must not use up all lanes.
   */
  slowTotal: number;
}>;

/**
 * Bounds how many deliveries are sent at once. An endpoint that did not answer gets one lane until it answers again,
 * and all such endpoints share a part of the lanes, so that endpoints that answer never wait for them. The list of slow
 * endpoints is in memory only: a restart forgets it, which costs some slow attempts and nothing else.
 */
export class Lanes {
  private readonly busy = new Map<string, number>();
  private readonly slow = new Set<string>();
  private total = 0;
  private slowBusy = 0;

  constructor(private readonly limits: LaneLimits) {}

  get free(): number {
    return this.limits.total - this.total;
  }

  get inUse(): number {
    return this.total;
  }

  /** How many more deliveries may be sent to an endpoint now. */
  capacityOf(endpointId: string): number {
    const busy = this.busy.get(endpointId) ?? 0;
    if (!this.slow.has(endpointId)) return Math.max(0, this.limits.perEndpoint - busy);
    return busy === 0 && this.slowBusy < this.limits.slowTotal ? 1 : 0;
  }

  /** Whether at least half of the lanes that an endpoint may use are free. */
  isHalfFree(endpointId: string): boolean {
    const most = this.slow.has(endpointId) ? 1 : this.limits.perEndpoint;
    return this.capacityOf(endpointId) >= most / 2;
  }

  /** The endpoints whose capacity differs from `perEndpoint`. */
  exceptions(): Map<string, number> {
    return new Map([...this.busy.keys(), ...this.slow].map((id) => [id, this.capacityOf(id)]));
  }

  take(endpointId: string): void {
    this.total += 1;
    this.busy.set(endpointId, (this.busy.get(endpointId) ?? 0) + 1);
    if (this.slow.has(endpointId)) this.slowBusy += 1;
  }

  /** Returns a lane. `isAnswered`: whether the endpoint answered in time. */
  release(endpointId: string, answered: boolean): void {
    const busy = this.busy.get(endpointId) ?? 0;
    this.total -= 1;
    if (this.slow.has(endpointId)) this.slowBusy -= busy;
    if (busy > 1) this.busy.set(endpointId, busy - 1);
    else this.busy.delete(endpointId);
    if (answered) this.slow.delete(endpointId);
    else this.slow.add(endpointId);
    if (!answered) this.slowBusy += busy - 1;
  }
}
