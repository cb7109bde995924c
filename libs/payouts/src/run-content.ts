import { createHash } from 'node:crypto';
import type { Payout } from './payout.js';

/** What a run will send, and its fingerprint: what is approved is hashed and is what is sent. */
export type RunContent = Readonly<{
  count: number;
  total: bigint;
  hash: string;
  /** Each payout's line of the content, by its reference. */
  lines: ReadonlyMap<string, string>;
}>;

export type PromisedPayout = Pick<
  Payout,
  'ref_payout_id' | 'seller_id' | 'provider_seller_id' | 'account_fingerprint' | 'amount'
>;

/** Everything about a payout that must not differ between approval and sending: whom, to which account, how much. */
export const contentLine = (p: PromisedPayout): string =>
  `${p.ref_payout_id}|${p.seller_id}|${p.provider_seller_id}|${p.account_fingerprint}|${p.amount}`;

/** Hashes a run's payouts page by page. `pageAfter` gives those after a reference in the order of references, none at the end. */
export async function contentOf(pageAfter: (reference: string) => Promise<PromisedPayout[]>): Promise<RunContent> {
  const hash = createHash('sha256');
  const lines = new Map<string, string>();
  let total = 0n;
  for (let after = ''; ;) {
    const payouts = await pageAfter(after);
    const last = payouts.at(-1);
    if (last === undefined) return { count: lines.size, total, hash: hash.digest('hex'), lines };
    for (const payout of payouts) {
      const line = contentLine(payout);
      lines.set(payout.ref_payout_id, line);
      hash.update(`${line}\n`);
      total += payout.amount;
    }
    after = last.ref_payout_id;
  }
}
