import type { DataSeal } from '@jeongsan/jwe';
import type { DataSource, EntityManager } from 'typeorm';
import { subjectOf } from '../receive-webhook/read-webhook.js';
import { keyIdOf, openBody, sealBody } from '../sealed-body.js';

type Row = Readonly<{ id: string; dedupe_key: string; body: Buffer | null; body_sealed: string | null }>;

const ROWS_PER_BATCH = 50;

// Bodies in clear are sealed here and not in a migration, because the database does not have the key. The second part
// finds bodies sealed by an older key.
const FIND = `
select id, dedupe_key, body, body_sealed from webhooks.inbox where id in (
  (select id from webhooks.inbox where body is not null order by received_at limit $2)
  union all
  (select id from webhooks.inbox where sealed_by = any($1) limit $2))
   -- Checked again on the locked row, because another process may have sealed the body meanwhile.
   and (body is not null or sealed_by = any($1))
  for update skip locked`;

/**
 * Seals one batch of bodies that are in clear, or sealed by an older key, with the newest key. Returns how many rows it
 * found. Any number of processes may run it at once.
 */
export const sealEarlier = (db: DataSource, seal: DataSeal, olderKeyIds: readonly string[]): Promise<number> =>
  db.transaction((tx) => sealBatch(tx, seal, olderKeyIds));

async function sealBatch(tx: EntityManager, seal: DataSeal, olderKeyIds: readonly string[]): Promise<number> {
  const rows = await tx.query<Row[]>(FIND, [olderKeyIds, ROWS_PER_BATCH]);
  if (rows.length === 0) return 0;
  const bodies = rows.map((row) => bytesOf(seal, row));
  const sealed = rows.map((row, i) => sealBody(seal, row.dedupe_key, bodies[i] as Buffer));
  await tx.query(
    // The payment's key is stored beside the sealed body, because the body can no longer be searched for it.
    `update webhooks.inbox i
        set body = null, body_sealed = n.body_sealed, sealed_by = $4, subject = coalesce(i.subject, n.subject)
       from unnest($1::uuid[], $2::text[], $3::text[]) as n (id, body_sealed, subject) where i.id = n.id`,
    [rows.map(({ id }) => id), sealed, bodies.map((body) => subjectOf(body) ?? null), keyIdOf(seal)],
  );
  return rows.length;
}

const bytesOf = (seal: DataSeal, { dedupe_key, body, body_sealed }: Row): Buffer =>
  body ?? openBody(seal, dedupe_key, body_sealed ?? '');
