import { type Executor, prepared } from '@jeongsan/database';
import type { Batch, BatchChange, BatchHead, Listing, NewBatch } from '@jeongsan/payouts';
import { statement } from '@jeongsan/sql';

const INSERT = prepared(
  'batch.insert',
  `insert into payouts.batch (id, run_id, state, idempotency_key, body, body_hash, schedule_type, payout_date, created_at,
                                suspected_of, waits_for)
   select a.id, a."runId", 'prepared', a.id::text, a.items, a."bodyHash", a.schedule ->> 'type', (a.schedule ->> 'date')::date, $2,
          a."suspectedOf", a."waitsFor"
     from jsonb_to_recordset($1) as a(id uuid, "runId" uuid, items jsonb, "bodyHash" text, schedule jsonb, "suspectedOf" text, "waitsFor" uuid)`,
);

export async function insertBatches(tx: Executor, batches: readonly NewBatch[], now: Date): Promise<void> {
  await tx.query(INSERT, [JSON.stringify(batches), now]);
  // A reserved payout gets its batch id in the step that submits it, so that its row and index entries are written
  // once.
  const joining = batches.flatMap(({ id, items, suspectedOf }) =>
    suspectedOf === undefined ? [] : items.map(({ refPayoutId }) => ({ id, refPayoutId })),
  );
  if (joining.length === 0) return;
  await tx.query(
    `update payouts.payout p
        set batch_id = a.id, schedule_type = a.schedule_type, payout_date = a.payout_date, submitted_at = a.created_at
       from unnest($1::uuid[], $2::uuid[]) as half(batch_id, payout_id) join payouts.batch a on a.id = half.batch_id
      where p.id = half.payout_id and p.state <> 'reserved'`,
    [joining.map((j) => j.id), joining.map((j) => j.refPayoutId)],
  );
}

const FROZEN = `, a.body as items, a.body_hash as "bodyHash"`;

const lockWhere = (name: string, condition: string, frozen: string): string =>
  prepared(
    name,
    `select a.id, a.run_id as "runId", r.state as "runState", a.state, a.fence, a.idempotency_key as "idempotencyKey"${frozen},
            jsonb_build_object('type', a.schedule_type, 'date', a.payout_date) as schedule,
            a.absent_listings as "absentListings", a.suspected_of as "suspectedOf",
            extract(epoch from clock_timestamp() - a.sent_at)::float8 as "silentForSeconds"
       from payouts.batch a join payouts.run r on r.id = a.run_id where ${condition} for update of a`,
  );
const LOCK = lockWhere('batch.lock', 'a.id = $1', FROZEN);
const LOCK_HEAD = lockWhere('batch.lock_head', 'a.id = $1', '');
const LOCK_WAITING = lockWhere('batch.lock_waiting', `a.waits_for = $1 and a.state = 'prepared'`, FROZEN);

export const lockBatch = (tx: Executor, id: string): Promise<Batch | null> => first<Batch>(tx, LOCK, id);

export const lockBatchHead = (tx: Executor, id: string): Promise<BatchHead | null> =>
  first<BatchHead>(tx, LOCK_HEAD, id);

export const lockWaitingFor = (tx: Executor, id: string): Promise<Batch | null> => first<Batch>(tx, LOCK_WAITING, id);

async function first<A>(tx: Executor, statement: string, id: string): Promise<A | null> {
  const [row] = await tx.query<A[]>(statement, [id]);
  return row ?? null;
}

const CHANGE = prepared(
  'batch.change',
  statement(`
  update payouts.batch
    set state = coalesce(:state, state),
        fence = coalesce(:fence, fence),
        rejection_code = coalesce(:rejectionCode, rejection_code),
        absent_listings = coalesce(:absentListings, absent_listings),
        resolve_at = case when :isResolveSet then :resolveAt else resolve_at end,
        sent_at = case when :stamp = 'sent' then clock_timestamp() else sent_at end,
        answered_at = case when :stamp = 'answered' then clock_timestamp() else answered_at end
  where id = :id`),
);

export async function changeBatch(tx: Executor, id: string, change: BatchChange): Promise<void> {
  await CHANGE.rows(tx, {
    id,
    state: change.state ?? null,
    fence: change.fence?.toString() ?? null,
    rejectionCode: change.rejectionCode ?? null,
    absentListings: change.absentListings ?? null,
    isResolveSet: change.resolveAt !== undefined,
    resolveAt: change.resolveAt ?? null,
    stamp: change.stamp ?? null,
  });
}

const RECORD_LISTING = statement(`
  insert into payouts.absent_listing (batch_id, number, listed_at, from_date, to_date, payouts_listed, absent)
  values (:batchId, :number, :now, :from, :to, :listed, :absent)`);

export async function recordListing(tx: Executor, batchId: string, listing: Listing, now: Date): Promise<void> {
  const { number, from, to, listed, absent } = listing;
  await RECORD_LISTING.rows(tx, { batchId, number, now, from, to, listed, absent });
}
