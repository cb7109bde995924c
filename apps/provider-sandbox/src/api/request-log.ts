import type { LoggedRequest } from '@jeongsan/sandbox-control';
import type { z } from 'zod';

export type Logged = z.output<typeof LoggedRequest>;

const KEPT_MAX = 500;

/**
 * The latest requests of the provider's API, in memory. Bodies, headers and queries are left out, because they may hold
 * keys.
 */
export class RequestLog {
  private readonly ring: Logged[] = [];
  private next = 0;

  add(request: Logged): void {
    this.ring[this.next] = request;
    this.next = (this.next + 1) % KEPT_MAX;
  }

  /** The latest requests, newest first. */
  latest(limit: number): Logged[] {
    return [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)].reverse().slice(0, limit);
  }

  clear(): void {
    this.ring.length = 0;
    this.next = 0;
  }
}
