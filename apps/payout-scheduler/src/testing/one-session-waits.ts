import { eventually } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';

/** Waits until one session of the database waits for a lock of another. */
export const oneSessionWaits = (db: DataSource): Promise<void> => sessionsWait(db, 1);

/** Waits until so many sessions of the database wait for locks of others. */
export const sessionsWait = (db: DataSource, sessions: number): Promise<void> =>
  eventually(async () => {
    const waiting = await db.query<object[]>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting).toHaveLength(sessions);
  });
