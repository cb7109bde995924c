import { createHash } from 'node:crypto';
import type { Payout } from './payout.js';

/** The fingerprint of what a run will send: what is approved is hashed and is what is sent. */
export type RunFingerprint = Readonly<{ count: number; total: bigint; hash: string }>;
export type RunContent = RunFingerprint &
  Readonly<{
    /** Whether it has this very payout: the same reference, seller, account and amount. */
    includes: (payout: PromisedPayout) => boolean;
  }>;

export type PromisedPayout = Pick<
  Payout,
  'ref_payout_id' | 'seller_id' | 'provider_seller_id' | 'account_fingerprint' | 'amount'
>;

/** Everything about a payout that must not differ between approval and sending: whom, to which account, how much. */
export const contentLine = (p: PromisedPayout): string =>
  `${p.ref_payout_id}|${p.seller_id}|${p.provider_seller_id}|${p.account_fingerprint}|${p.amount}`;

/** Gives the payouts after a reference in the order of references, none at the end. */
type PageAfter = (reference: string) => Promise<PromisedPayout[]>;

/** Hashes a run's payouts page by page: a run of any size takes no more memory than a page. */
export async function fingerprintOf(pageAfter: PageAfter, seen?: (line: string) => void): Promise<RunFingerprint> {
  const hash = createHash('sha256');
  let [count, total] = [0, 0n];
  for (let page = pageAfter(''); ;) {
    const payouts = await page;
    const last = payouts.at(-1);
    if (last === undefined) return { count, total, hash: hash.digest('hex') };
    // Read while this one is hashed.
    page = pageAfter(last.ref_payout_id);
    for (const payout of payouts) {
      const line = contentLine(payout);
      seen?.(line);
      hash.update(`${line}\n`);
      total += payout.amount;
    }
    count += payouts.length;
  }
}

/** The same, with what each payout is held against later: a digest of its line, since a run may have a hundred thousand of them. */
export async function contentOf(pageAfter: PageAfter): Promise<RunContent> {
  const digests = new Set<string>();
  const fingerprint = await fingerprintOf(pageAfter, (line) => digests.add(digestOf(line)));
  return { ...fingerprint, includes: (payout) => digests.has(digestOf(contentLine(payout))) };
}

const digestOf = (line: string): string => createHash('sha256').update(line).digest('base64');
