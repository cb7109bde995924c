import { type Executor, filteredList, fromDay, is, toDay, whether } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type getHold, type listHolds, refuse } from '@jeongsan/platform-contract';
import { type Hold, holdColumns } from '../place-hold/place-hold.js';

const HOLDS = filteredList({
  from: 'payouts.hold',
  columns: holdColumns,
  order: [
    { column: 'placed_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: {
    sellerId: is('x.seller_id'),
    open: whether('x.released_at is null'),
    due: {
      type: 'date',
      condition: (date) => `x.released_at is null and x.release_on is not null and x.release_on <= ${date}`,
    },
    from: fromDay('x.placed_at'),
    to: toDay('x.placed_at'),
  },
  checks: { scope: is('x.scope'), reason: is('x.reason'), orderId: is('x.order_id') },
});

/** Holds, newest first, each with the persons who placed and released it. */
export const readHolds = (db: Executor, query: Input<typeof listHolds>['query']): Promise<Output<typeof listHolds>> =>
  HOLDS.page<Hold>(db, query);

/** One hold. Throws HOLD_NOT_FOUND. */
export async function readHold(db: Executor, holdId: string): Promise<Output<typeof getHold>> {
  const [hold] = await db.query<Hold[]>(`select ${holdColumns} from payouts.hold where id = $1`, [holdId]);
  if (!hold) throw refuse('HOLD_NOT_FOUND', `There is no hold ${holdId}`);
  return hold;
}
