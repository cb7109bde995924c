import { atLeast, atMost, type Executor, filteredList, fromDay, is, toDay, whether } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type getReserve, type listAllReserves, type listReserves, refuse } from '@jeongsan/platform-contract';

export type Reserve = Output<typeof listReserves>['items'][number];

const columnsOf = (
  row: string,
): string => `${row}.id, ${row}.seller_id as "sellerId", ${row}.statement_id as "statementId",
  ${row}.amount, ${row}.released, ${row}.amount - ${row}.released as "left", ${row}.release_on as "releaseOn",
  ${row}.created_at as "createdAt"`;
export const reserveColumns = columnsOf('r');

const RESERVES = filteredList({
  from: 'payouts.reserve_hold',
  columns: columnsOf('x'),
  order: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { sellerId: is('x.seller_id'), from: fromDay('x.created_at'), to: toDay('x.created_at') },
  checks: {
    open: whether('x.released < x.amount'),
    due: { type: 'date', condition: (date) => `x.released < x.amount and x.release_on <= ${date}` },
    minAmount: atLeast('x.amount'),
    maxAmount: atMost('x.amount'),
  },
});

/**
 * Reserves, open and released, newest first. The sum of the open parts of a seller's reserves is the balance of the seller's
 * reserve account.
 */
export const readReserves = (
  db: Executor,
  query: Input<typeof listAllReserves>['query'],
): Promise<Output<typeof listAllReserves>> => RESERVES.page<Reserve>(db, query);

/** One reserve. Throws RESERVE_NOT_FOUND. */
export async function readReserve(db: Executor, reserveId: string): Promise<Output<typeof getReserve>> {
  const [reserve] = await db.query<Reserve[]>(`select ${reserveColumns} from payouts.reserve_hold r where r.id = $1`, [
    reserveId,
  ]);
  if (!reserve) throw refuse('RESERVE_NOT_FOUND', `There is no reserve ${reserveId}`);
  return reserve;
}
