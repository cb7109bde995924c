import { join } from 'node:path';
import { calendarReader } from '@jeongsan/database';
import {
  balances,
  booksAreSound,
  startSandbox,
  testDatabase,
  testSeal,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import type { AlarmKind, Gateway } from '../gateway.js';
import { footprint, onboard } from './market.js';

/** Monday 11 May 2026, ten in the morning in Seoul. */
export const MONDAY = new Date('2026-05-11T01:00:00Z');

const PATIENCE_MS = 10_000;

/**
 * The gateway's verbs over a database of their own and the real sandbox, with a clock that one moves by hand. Both serve a whole test
 * file, since orders never repeat; what the world tells is what changed since the test began.
 */
export class GatewayWorld {
  sandbox!: Sandbox;
  readonly alarms: AlarmKind[] = [];
  private database!: TestDatabase;
  /** Lowered by tests in which nobody is left to wait for. */
  patienceMs = PATIENCE_MS;
  private time = MONDAY;
  private before: Footprint = { balances: {}, lastJob: 0n };

  async open(): Promise<void> {
    this.sandbox = await startSandbox(join(__dirname, '../../..'));
    await this.sandbox.control.setClock({ body: { now: MONDAY, mode: 'frozen' } });
    this.database = await testDatabase();
    await onboard(this.db, 'acme', 'bolt', 'coda', 'dora');
  }

  async close(): Promise<void> {
    await this.database.drop();
    await this.sandbox.stop();
  }

  async begin(): Promise<void> {
    this.alarms.length = 0;
    this.patienceMs = PATIENCE_MS;
    await this.moveTo(MONDAY);
    const [row] = await this.db.query<{ id: bigint }[]>('select coalesce(max(id), 0) as id from messaging.outbox');
    this.before = { ...((await footprint(this.db)) as Footprint), lastJob: row?.id ?? 0n };
  }

  /** Whatever a test did, the books are sound. */
  async end(): Promise<void> {
    await this.sandbox.control.clearFaults({});
    await booksAreSound(this.db);
  }

  get db() {
    return this.database.db;
  }

  get url(): string {
    return this.database.urlOf('payments-gateway');
  }

  get gateway(): Gateway {
    return {
      db: this.db,
      seal: testSeal,
      keepDays: { orderNames: 1_827, cancelReasons: 1_096 },
      provider: this.sandbox.api,
      calendar: calendarReader(this.db),
      now: () => this.time,
      alarm: (kind) => void this.alarms.push(kind),
      observeAfterSeconds: 30,
      cancelSettleSeconds: 60,
      patienceMs: this.patienceMs,
    };
  }

  /** Both sides see the same time. */
  async moveTo(time: Date): Promise<void> {
    this.time = time;
    await this.sandbox.control.setClock({ body: { now: time } });
  }

  later = (seconds: number): Promise<void> => this.moveTo(new Date(this.time.getTime() + seconds * 1_000));

  /** What the test changed on each account; liabilities and income are negative. */
  async books(): Promise<Record<string, bigint>> {
    const changes = Object.entries(await balances(this.db)).map(
      ([code, balance]) => [code, balance - (this.before.balances[code] ?? 0n)] as const,
    );
    return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
  }

  /** Names of jobs that the test promised and nobody withdrew. */
  async openJobs(): Promise<string[]> {
    const rows = await this.db.query<{ job: string }[]>(
      'select job from messaging.outbox where done_at is null and dead_at is null and id > $1 order by id',
      [this.before.lastJob],
    );
    return rows.map((row) => row.job);
  }

  /** How many rows the test added. */
  async count(table: string): Promise<number> {
    const rows = await footprint(this.db);
    return (rows[table] as number) - (this.before[table] as number);
  }
}

type Footprint = Record<string, unknown> & { balances: Record<string, bigint>; lastJob: bigint };
