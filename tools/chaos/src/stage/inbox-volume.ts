import { connectDatabase } from '@jeongsan/database';
import type { SmallVolume } from '@jeongsan/stack';

const NAME = 'inbox_volume';

/** Moves the inbox table and its indexes to a small disk. All other tables stay where they are. */
export async function moveInbox(databaseUrl: string, volume: SmallVolume): Promise<void> {
  const db = await connectDatabase({ url: databaseUrl, poolSize: 1, applicationName: 'chaos' });
  try {
    await db.query(`create tablespace ${NAME} location '${volume.folder}'`);
    await db.query(`alter table webhooks.inbox set tablespace ${NAME}`);
    const indexes = await db.query<{ name: string }[]>(
      `select format('%I.%I', schemaname, indexname) as name from pg_indexes
        where schemaname = 'webhooks' and tablename = 'inbox'`,
    );
    for (const { name } of indexes) await db.query(`alter index ${name} set tablespace ${NAME}`);
  } finally {
    await db.destroy();
  }
}
