import { connectDatabase, migrate, setClock } from '@jeongsan/database';

/** The hand that moves the platform's controlled clock. */
export type PlatformClockHand = Readonly<{ set(reads: Date): Promise<void>; close(): Promise<void> }>;

/** Brings the platform's schema up to date and sets its clock for the first time, before any service looks at it. */
export async function openPlatformClock(databaseUrl: string, startsAt: Date): Promise<PlatformClockHand> {
  const db = await connectDatabase({ url: databaseUrl, poolSize: 2, applicationName: 'market' });
  await migrate(db);
  const set = (reads: Date): Promise<void> => setClock(db, reads, new Date());
  await set(startsAt);
  return { set, close: () => db.destroy() };
}
