import type { DataSource } from 'typeorm';
import { prepared } from './prepared.js';

/** The platform's clock. Decisions take `now` as a parameter; only entry points of a process have a clock. */
export type PlatformClock = { now: () => Date; stop: () => void };

export const systemClock: PlatformClock = { now: () => new Date(), stop: () => undefined };

const POLL_MS = 20;
const READ = prepared('clock.read', 'select reads, anchored_at from messaging.clock');

/**
 * Follows the controlled clock in Postgres, for rehearsals and tests: time runs on from the stored time. Production must use
 * systemClock: nest-kit refuses to start otherwise.
 */
export async function followClock(db: DataSource): Promise<PlatformClock> {
  let offsetMs = 0;
  const read = async () => {
    const [row] = await db.query<{ reads: Date; anchored_at: Date }[]>(READ);
    offsetMs = row ? row.reads.getTime() - row.anchored_at.getTime() : 0;
  };
  await read();
  let stopped = false;
  const poll = () => {
    if (stopped) return;
    // A failed read keeps the last known offset; readiness reports that the database is away.
    void read()
      .catch(() => undefined)
      .finally(() => setTimeout(poll, POLL_MS).unref());
  };
  poll();
  return { now: () => new Date(Date.now() + offsetMs), stop: () => void (stopped = true) };
}

/** SQL expression for the time of the controlled clock. */
export const controlledNow = `(select reads + (clock_timestamp() - anchored_at) from messaging.clock)`;

/** The time of the controlled clock. Throws when the clock was never set. */
export async function readClock(db: Pick<DataSource, 'query'>): Promise<Date> {
  const [row] = await db.query<{ now: Date | null }[]>(`select ${controlledNow} as now`);
  if (!row?.now) throw new Error('The controlled clock was never set');
  return row.now;
}

/** Sets the controlled clock. Services follow within a few polls of 20 ms; their readiness shows the time that they see. */
export async function setClock(db: Pick<DataSource, 'query'>, reads: Date, anchoredAt: Date): Promise<void> {
  await db.query(
    `insert into messaging.clock (one, reads, anchored_at) values (true, $1, $2)
     on conflict (one) do update set reads = excluded.reads, anchored_at = excluded.anchored_at`,
    [reads, anchoredAt],
  );
}
