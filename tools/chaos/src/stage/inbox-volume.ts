import { connectDatabase } from '@jeongsan/database';
import type { SmallVolume } from '@jeongsan/stack';

const NAME = 'inbox_volume';

/** Moves the inbox, each of its months and their indexes to a small disk. All other tables stay where they are. */
export async function moveInbox(databaseUrl: string, volume: SmallVolume): Promise<void> {
  const db = await connectDatabase({ url: databaseUrl, poolSize: 1, applicationName: 'chaos' });
  try {
    await db.query(`create tablespace ${NAME} location '${volume.folder}'`);
    const moved = await db.query<{ kind: 'table' | 'index'; name: string }[]>(
      `select case when c.relkind in ('r', 'p') then 'table' else 'index' end as kind, c.oid::regclass::text as name
         from pg_partition_tree('webhooks.inbox') t join pg_class c
           on c.oid = t.relid or c.oid in (select indexrelid from pg_index where indrelid = t.relid)`,
    );
    for (const { kind, name } of moved) await db.query(`alter ${kind} ${name} set tablespace ${NAME}`);
  } finally {
    await db.destroy();
  }
}
