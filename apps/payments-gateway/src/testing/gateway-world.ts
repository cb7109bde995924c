import { join } from 'node:path';
import { createCalendar } from '@jeongsan/calendar';
import {
  balances,
  booksAreSound,
  startSandbox,
  testDatabase,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import type { AlarmKind, Gateway } from '../gateway.js';
import { onboard } from './market.js';

/** Monday 11 May 2026, ten in the morning in Seoul. */
export const MONDAY = new Date('2026-05-11T01:00:00Z');

/** The gateway's verbs over a database of their own and the real sandbox, with a clock that one moves by hand. */
export class GatewayWorld {
  sandbox!: Sandbox;
  readonly alarms: AlarmKind[] = [];
  private database!: TestDatabase;
  private time = MONDAY;

  /** One sandbox per test file: its orders are never the same. */
  async open(): Promise<void> {
    this.sandbox = await startSandbox(join(__dirname, '../../..'));
    await this.sandbox.control.setClock({ body: { now: MONDAY, mode: 'frozen' } });
  }

  async close(): Promise<void> {
    await this.sandbox.stop();
  }

  async begin(): Promise<void> {
    this.database = await testDatabase();
    this.alarms.length = 0;
    await this.moveTo(MONDAY);
    await onboard(this.db, 'acme', 'bolt', 'coda');
  }

  /** Whatever a test did, the books are sound. */
  async end(): Promise<void> {
    await this.sandbox.control.clearFaults({});
    await booksAreSound(this.db).finally(() => this.database.drop());
  }

  get db() {
    return this.database.db;
  }

  get url(): string {
    return this.database.url;
  }

  get gateway(): Gateway {
    return {
      db: this.db,
      provider: this.sandbox.api,
      calendar: createCalendar(),
      now: () => this.time,
      alarm: (kind) => void this.alarms.push(kind),
      observeAfterSeconds: 30,
      cancelSettleSeconds: 60,
    };
  }

  /** Both sides see the same time. */
  async moveTo(time: Date): Promise<void> {
    this.time = time;
    await this.sandbox.control.setClock({ body: { now: time } });
  }

  later = (seconds: number): Promise<void> => this.moveTo(new Date(this.time.getTime() + seconds * 1_000));

  /** What accounts hold, the ones at zero left out; liabilities and income are negative. */
  async books(): Promise<Record<string, bigint>> {
    const all = Object.entries(await balances(this.db));
    return Object.fromEntries(all.filter(([, balance]) => balance !== 0n));
  }

  /** Names of jobs that are promised and not withdrawn. */
  async openJobs(): Promise<string[]> {
    const rows = await this.db.query<{ job: string }[]>(
      'select job from messaging.outbox where done_at is null and dead_at is null order by id',
    );
    return rows.map((row) => row.job);
  }

  async count(table: string): Promise<number> {
    const [row] = await this.db.query<{ n: number }[]>(`select count(*)::int as n from ${table}`);
    return row?.n ?? 0;
  }
}
