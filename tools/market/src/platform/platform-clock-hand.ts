import { controlledNow, connectDatabase, setClock } from '@jeongsan/database';
import { MachineProblem, patiently } from '@jeongsan/child-processes';

/** Sets the platform's controlled clock. */
export type PlatformClockHand = Readonly<{ set(reads: Date): Promise<void>; close(): Promise<void> }>;

type Database = Awaited<ReturnType<typeof connectDatabase>>;

/** Sets the platform's clock before any service starts. Needs the owner's login: services have no right to set the clock. */
export async function openPlatformClock(databaseUrl: string, startsAt: Date): Promise<PlatformClockHand> {
  const db = await connectDatabase({ url: databaseUrl, poolSize: 2, applicationName: 'market' });
  try {
    await setClock(db, startsAt, new Date());
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return handOn(db);
}

/**
 * The clock of data that may be there already. A controlled clock goes on where it stands, whatever `startsAt` says. Undefined:
 * the data lives on the machine's clock. @throws MachineProblem when the data has seen later times than `startsAt`.
 */
export async function resumePlatformClock(
  databaseUrl: string,
  startsAt: Date | undefined,
): Promise<PlatformClockHand | undefined> {
  let goesBack = false;
  const hand = await patiently(() =>
    withHand(databaseUrl, async (db) => {
      if (await isControlled(db)) return true;
      if (startsAt === undefined) return false;
      const [lived] = await db.query<object[]>('select from messaging.schedule limit 1');
      goesBack = lived !== undefined && startsAt < new Date();
      if (!goesBack) await setClock(db, startsAt, new Date());
      return !goesBack;
    }),
  );
  // Not within `patiently`, which would repeat what time cannot mend.
  if (goesBack) throw new MachineProblem(GOES_BACK);
  return hand;
}

const GOES_BACK =
  "The data of this folder has lived on the machine's clock, and a clock never goes back. Another folder: " +
  '`--name trial`. Empty data in this one: `--fresh`, which deletes what is there.';

async function isControlled(db: Database): Promise<boolean> {
  const [row] = await db.query<{ now: Date | null }[]>(`select ${controlledNow} as now`);
  return row?.now != null;
}

/** A hand on the clock when `open` says so; otherwise the connection is closed. */
async function withHand(url: string, open: (db: Database) => Promise<boolean>): Promise<PlatformClockHand | undefined> {
  const db = await connectDatabase({ url, poolSize: 2, applicationName: 'market' });
  const isOpen = await open(db).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  if (!isOpen) {
    await db.destroy();
    return undefined;
  }
  return handOn(db);
}

const handOn = (db: Database): PlatformClockHand => ({
  set: (reads) => patiently(() => setClock(db, reads, new Date())),
  close: () => db.destroy(),
});
