import { patiently } from '@jeongsan/child-processes';
import { setClock } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import type { ProviderControl } from './provider-side.js';

/** The platform's clock and the provider's. They show the same time, unless the platform's clock is made to jump. */
export class Clocks {
  private skewMs = 0;
  private base: Date;
  private baseAt = performance.now();

  constructor(
    private readonly db: DataSource,
    private readonly control: ProviderControl,
    startsAt: Date,
  ) {
    this.base = startsAt;
  }

  /** The time without jumps: it advances with real time and never goes back. */
  now(): Date {
    return new Date(this.base.getTime() + performance.now() - this.baseAt);
  }

  /** The provider's clock first: a service that acts at the new time must find the provider there already. */
  async moveTo(at: Date): Promise<void> {
    this.base = at;
    this.baseAt = performance.now();
    await patiently(() => this.control.setClock({ body: { now: this.now(), mode: 'running' } }));
    await this.tellPlatform();
  }

  async advance(ms: number): Promise<void> {
    await this.moveTo(new Date(this.now().getTime() + ms));
  }

  /** Makes the platform's clock alone jump; 0 ends the jump. */
  async jump(ms: number): Promise<void> {
    this.skewMs = ms;
    await this.tellPlatform();
  }

  private async tellPlatform(): Promise<void> {
    await patiently(() => setClock(this.db, new Date(this.now().getTime() + this.skewMs), new Date()));
  }
}
