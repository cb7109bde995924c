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
 * The gateway's verbs with a test database and the real sandbox, on a clock that the test moves. Database and sandbox
 * serve a whole test file, because order ids never repeat; the readers return what changed since the test began.
 */
export class GatewayWorld {
  sandbox!: Sandbox;
  readonly alarms: AlarmKind[] = [];
  private database!: TestDatabase;
  /** Milliseconds a request waits for another one; tests lower it when no other request will end. */
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

  /** Checks the books after every test. */
  async end(): Promise<void> {
    await this.sandbox.control.clearFaults({});
    await booksAreSound(this.db);
  }

  /** For specs whose tests share the books: checks them, and closes in any case. */
  async endAndClose(): Promise<void> {
    try {
      await this.end();
    } finally {
      await this.close();
    }
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

  /** Moves the clocks of the gateway and of the sandbox. */
  async moveTo(time: Date): Promise<void> {
    this.time = time;
    await this.sandbox.control.setClock({ body: { now: time } });
  }

  later = (seconds: number): Promise<void> => this.moveTo(new Date(this.time.getTime() + seconds * 1_000));

  /** The change of each account's balance since the test began; liabilities and income are negative. */
  async books(): Promise<Record<string, bigint>> {
    const changes = Object.entries(await balances(this.db)).map(
      ([code, balance]) => [code, balance - (this.before.balances[code] ?? 0n)] as const,
    );
    return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
  }

  /** Names of the jobs that the test enqueued and that were not withdrawn. */
  async openJobs(): Promise<string[]> {
    const rows = await this.db.query<{ job: string }[]>(
      'select job from messaging.outbox where done_at is null and dead_at is null and id > $1 order by id',
      [this.before.lastJob],
    );
    return rows.map((row) => row.job);
  }

  /** The number of rows that the test added to a table. */
  async count(table: string): Promise<number> {
    const rows = await footprint(this.db);
    return (rows[table] as number) - (this.before[table] as number);
  }
}

type Footprint = Record<string, unknown> & { balances: Record<string, bigint>; lastJob: bigint };
