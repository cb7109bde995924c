import type { Executor } from '@jeongsan/database';
import type { FrozenPayout } from '../dispatch-run/frozen-payout.js';

/** One batch this process may send, and the number that proves it. */
export type Claim = Readonly<{
  attemptId: string;
  runId: string;
  fence: bigint;
  idempotencyKey: string;
  items: readonly FrozenPayout[];
}>;

/** Throws FenceLost unless this claim is still the current one. */
export async function assertFence(db: Executor, claim: Claim): Promise<void> {
  const [row] = await db.query<{ held: boolean }[]>(
    `select state = 'sending' and fence = $2 as held from payouts.attempt where id = $1`,
    [claim.attemptId, claim.fence.toString()],
  );
  if (!row?.held) throw new FenceLost(claim.attemptId);
}

/** Another worker took the batch over: this one has nothing to say about it any more. */
export class FenceLost extends Error {
  override name = 'FenceLost';
  constructor(attemptId: string) {
    super(`Attempt ${attemptId} was taken over by another worker`);
  }
}

/** Only the holder of the current number may record an outcome: a late answer to a batch somebody took over is dropped. */
export async function holdFence(tx: Executor, claim: Claim): Promise<void> {
  await tx.query(`select from payouts.attempt where id = $1 for update`, [claim.attemptId]);
  await assertFence(tx, claim);
}
