import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { prepared } from './prepared.js';

/** The platform's clock. Decisions take `now` as a parameter; only entry points of a process have a clock. */
export type PlatformClock = {
  now: () => Date;
  /** Calls the listener after each jump of a controlled clock. */
  onJump: (listener: () => void) => void;
  stop: () => Promise<void>;
};

export const systemClock: PlatformClock = {
  now: () => new Date(),
  onJump: () => undefined,
  stop: () => Promise.resolve(),
};

const CHANNEL = 'jeongsan_clock';
/** Milliseconds between two reads, for lost announcements: more often without a session that hears them. */
const POLL_MS = { heard: 1_000, unheard: 250 };
const READ = prepared('clock.read', 'select reads, anchored_at from messaging.clock');

/**
 * Follows the controlled clock in Postgres, for rehearsals and tests: time runs on from the stored time. Production must use
 * systemClock: nest-kit refuses to start otherwise.
 */
export async function followClock(db: DataSource): Promise<PlatformClock> {
  let offsetMs = 0;
  const listeners: (() => void)[] = [];
  const read = async () => {
    const [row] = await db.query<{ reads: Date; anchored_at: Date }[]>(READ);
    const before = offsetMs;
    offsetMs = row ? row.reads.getTime() - row.anchored_at.getTime() : 0;
    if (offsetMs !== before) for (const listener of listeners) listener();
  };
  // A failed read keeps the last known offset; readiness reports that the database is away.
  const readIfPossible = () => read().catch(() => undefined);
  await read();

  const stopping = new AbortController();
  let listener: pg.Client | undefined;
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      listener ??= await listen(db, readIfPossible, () => (listener = undefined));
      await readIfPossible();
      const restMs = listener === undefined ? POLL_MS.unheard : POLL_MS.heard;
      await sleep(restMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
    await listener?.end();
  };
  const following = follow();
  return {
    now: () => new Date(Date.now() + offsetMs),
    onJump: (listener) => void listeners.push(listener),
    stop: () => {
      stopping.abort();
      return following;
    },
  };
}

/** A session that hears of each change of the clock; undefined when there is none now. */
async function listen(
  db: DataSource,
  onChange: () => Promise<void>,
  onEnd: () => void,
): Promise<pg.Client | undefined> {
  const { master } = db.driver as unknown as { master: pg.Pool };
  const client = new pg.Client(master.options);
  client.on('error', () => undefined);
  client.on('notification', () => void onChange());
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch {
    await client.end().catch(() => undefined);
    return undefined;
  }
  client.on('end', onEnd);
  return client;
}

/** SQL expression for the time of the controlled clock. */
export const controlledNow = `(select reads + (clock_timestamp() - anchored_at) from messaging.clock)`;

/** The time of the controlled clock. Throws when the clock was never set. */
export async function readClock(db: Pick<DataSource, 'query'>): Promise<Date> {
  const [row] = await db.query<{ now: Date | null }[]>(`select ${controlledNow} as now`);
  if (!row?.now) throw new Error('The controlled clock was never set');
  return row.now;
}

/** Sets the controlled clock, and says so to the services; their readiness shows the time that they see. */
export async function setClock(db: Pick<DataSource, 'query'>, reads: Date, anchoredAt: Date): Promise<void> {
  await db.query(
    `with changed as (
       insert into messaging.clock (one, reads, anchored_at) values (true, $1, $2)
       on conflict (one) do update set reads = excluded.reads, anchored_at = excluded.anchored_at
     )
     select pg_notify('${CHANNEL}', '')`,
    [reads, anchoredAt],
  );
}
