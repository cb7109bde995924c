import { createHash } from 'node:crypto';
import type { Executor } from '@jeongsan/database';

/** What a run will send, and its fingerprint: what is approved is hashed and is what is sent. */
export type RunContent = Readonly<{ count: number; total: bigint; hash: string }>;

type Line = { ref_payout_id: string; provider_seller_id: string; account_fingerprint: string; amount: bigint };

export async function runContent(tx: Executor, runId: string): Promise<RunContent> {
  const lines = await tx.query<Line[]>(
    `select ref_payout_id, provider_seller_id, account_fingerprint, amount from payouts.payout where run_id = $1 order by ref_payout_id`,
    [runId],
  );
  const hash = createHash('sha256');
  for (const line of lines) {
    hash.update(`${line.ref_payout_id}|${line.provider_seller_id}|${line.account_fingerprint}|${line.amount}\n`);
  }
  return { count: lines.length, total: lines.reduce((sum, line) => sum + line.amount, 0n), hash: hash.digest('hex') };
}
