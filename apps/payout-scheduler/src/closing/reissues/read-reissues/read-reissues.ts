import { type Executor, filteredList, fromDay, is, toDay, whether } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type getReissue, type listReissues, refuse } from '@jeongsan/platform-contract';

const columnsOf = (
  row: string,
): string => `${row}.id, ${row}.payout_id as "payoutId", ${row}.seller_id as "sellerId", ${row}.amount,
  ${row}.attempt, ${row}.due_on as "dueOn", ${row}.policy::int as "policyVersion", ${row}.reason, ${row}.requested_by as "requestedBy",
  ${row}.requested_at as "requestedAt", ${row}.statement_id as "statementId", ${row}.taken_at as "takenAt"`;
export const reissueColumns = columnsOf('r');

type Reissue = Output<typeof getReissue>;

const REISSUES = filteredList({
  from: 'payouts.reissue',
  columns: columnsOf('x'),
  order: [
    { column: 'requested_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: {
    payoutId: is('x.payout_id', 'uuid'),
    open: whether('x.statement_id is null'),
    from: fromDay('x.requested_at'),
    to: toDay('x.requested_at'),
  },
  checks: { sellerId: is('x.seller_id') },
});

/** Reissues, newest first. */
export const readReissues = (
  db: Executor,
  query: Input<typeof listReissues>['query'],
): Promise<Output<typeof listReissues>> => REISSUES.page<Reissue>(db, query);

/** One reissue. Throws REISSUE_NOT_FOUND. */
export async function readReissue(db: Executor, id: string): Promise<Reissue> {
  const [row] = await db.query<Reissue[]>(`select ${reissueColumns} from payouts.reissue r where r.id = $1`, [id]);
  if (!row) throw refuse('REISSUE_NOT_FOUND', `There is no reissue ${id}`);
  return row;
}
