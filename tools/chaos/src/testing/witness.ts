import type { Executor } from '@jeongsan/database';

/** One step of a payout, as the database saw it happen. */
export type Move = Readonly<{
  payoutId: string;
  was: string;
  became: string;
  /** Complete listings without the payout before this step, of its batch. */
  absentListings: number | null;
}>;

/** One change of who may send a batch. */
export type FenceMove = Readonly<{ batchId: string; state: string; fence: bigint; at: Date }>;

export async function movesOf(db: Executor, payoutIds: readonly string[]): Promise<Move[]> {
  return db.query<Move[]>(
    `select payout_id as "payoutId", was, became, absent_listings as "absentListings" from witness.moved
      where payout_id = any($1::uuid[]) and was is not null order by n`,
    [payoutIds],
  );
}

export async function fenceMovesOf(db: Executor, batchIds: readonly string[]): Promise<FenceMove[]> {
  return db.query<FenceMove[]>(
    `select batch_id as "batchId", state, fence, fenced_at as at from witness.fenced where batch_id = any($1::uuid[]) order by n`,
    [batchIds],
  );
}
