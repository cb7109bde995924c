import { connectDatabase, setClock } from '@jeongsan/database';
import { patiently } from '@jeongsan/child-processes';

/** Sets the platform's controlled clock. */
export type PlatformClockHand = Readonly<{ set(reads: Date): Promise<void>; close(): Promise<void> }>;

/** Sets the platform's clock before any service starts. Needs the owner's login: services have no right to set the clock. */
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
