import { type Executor, filteredList, fromDay, is, toDay } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type getBatch, type listBatches, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { type Payout, payoutColumns } from './read-payouts.js';

type Batch = Output<typeof listBatches>['items'][number];
type Detail = Omit<Output<typeof getBatch>, 'payouts'> & Readonly<{ payouts: Payout[] }>;

/** Columns of a batch `x`: its request is frozen, so its payouts are those of the body. */
const COLUMNS = `x.id, x.run_id as "runId", x.state, x.schedule_type as "scheduleType", x.payout_date as "payoutDate",
         jsonb_array_length(x.body)::int as "payoutCount",
         (select coalesce(sum((item -> 'amount' ->> 'value')::bigint), 0)::bigint from jsonb_array_elements(x.body) item) as amount,
         x.created_at as "createdAt", x.sent_at as "sentAt", x.answered_at as "answeredAt", x.rejection_code as "rejectionCode",
         x.absent_listings as "absentListings"`;

const BATCHES = filteredList({
  from: 'payouts.batch',
  columns: COLUMNS,
  order: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { runId: is('x.run_id', 'uuid'), from: fromDay('x.created_at'), to: toDay('x.created_at') },
  checks: { state: is('x.state'), scheduleType: is('x.schedule_type'), payoutDate: is('x.payout_date', 'date') },
});

/** Requests to the provider, newest first. */
export const readBatches = (
  db: Executor,
  query: Input<typeof listBatches>['query'],
): Promise<Output<typeof listBatches>> => BATCHES.page<Batch>(db, query);

const BATCH = statement(`
  select ${COLUMNS}, x.idempotency_key as "idempotencyKey", x.resolve_at as "resolveAt", x.waits_for as "waitsFor"
    from payouts.batch x where x.id = :batchId`);
const PAYOUTS = statement(`
  select ${payoutColumns} from payouts.payout x where x.batch_id = :batchId order by x.ref_payout_id`);

/** One request with the payouts that are in it now. Throws BATCH_NOT_FOUND. */
export async function readBatch(db: Executor, batchId: string): Promise<Detail> {
  const [batch] = await BATCH.rows<Omit<Detail, 'payouts'>>(db, { batchId });
  if (!batch) throw refuse('BATCH_NOT_FOUND', `There is no batch ${batchId}`);
  return { ...batch, payouts: await PAYOUTS.rows<Payout>(db, { batchId }) };
}
