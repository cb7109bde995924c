import { connectDatabase, setClock } from '@jeongsan/database';
import { patiently } from '@jeongsan/child-processes';

/** The hand that moves the platform's controlled clock. */
export type PlatformClockHand = Readonly<{ set(reads: Date): Promise<void>; close(): Promise<void> }>;

/** Sets the platform's clock for the first time, before any service looks at it. No service has the right to: log in as the owner. */
export async function openPlatformClock(databaseUrl: string, startsAt: Date): Promise<PlatformClockHand> {
  const db = await connectDatabase({ url: databaseUrl, poolSize: 2, applicationName: 'market' });
  try {
    await setClock(db, startsAt, new Date());
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { set: (reads) => patiently(() => setClock(db, reads, new Date())), close: () => db.destroy() };
}
