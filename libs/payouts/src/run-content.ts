import { createHash, hash as hashOf } from 'node:crypto';
import type { Payout } from './payout.js';

/** Fingerprint of the payouts of a run. Approval stores the fingerprint; sending compares with it. */
export type RunFingerprint = Readonly<{ count: number; total: bigint; hash: string }>;
export type RunContent = RunFingerprint &
  Readonly<{
    /** Whether the run has a payout with the same reference, seller, account and amount. */
    includes: (payout: RunPayout) => boolean;
  }>;

export type RunPayout = Pick<
  Payout,
  'ref_payout_id' | 'seller_id' | 'provider_seller_id' | 'account_fingerprint' | 'amount'
>;

/** The members of a payout that must not differ between approval and sending: reference, seller, account, amount. */
export const contentLine = (p: RunPayout): string =>
  `${p.ref_payout_id}|${p.seller_id}|${p.provider_seller_id}|${p.account_fingerprint}|${p.amount}`;

/** Returns the next page of payouts after a reference, in the order of references; an empty page ends the run. */
type PageAfter = (reference: string) => Promise<RunPayout[]>;

/** Hashes the payouts of a run page by page, so that memory does not grow with the run. */
export async function fingerprintOf(pageAfter: PageAfter, seen?: (line: string) => void): Promise<RunFingerprint> {
  const hash = createHash('sha256');
  let [count, total] = [0, 0n];
  for (let page = pageAfter(''); ;) {
    const payouts = await page;
    const last = payouts.at(-1);
    if (last === undefined) return { count, total, hash: hash.digest('hex') };
    // The next page of payouts is read while this page is hashed.
    page = pageAfter(last.ref_payout_id);
    let lines = '';
    for (const payout of payouts) {
      const line = contentLine(payout);
      seen?.(line);
      lines += `${line}\n`;
      total += payout.amount;
    }
    // Once a page: each call to the hash costs more than the line it adds.
    hash.update(lines);
    count += payouts.length;
  }
}

/** As fingerprintOf, with a digest of each line for `includes`: digests, because a run may have 100,000 payouts. */
export async function contentOf(pageAfter: PageAfter): Promise<RunContent> {
  const digests = new Set<string>();
  const fingerprint = await fingerprintOf(pageAfter, (line) => digests.add(digestOf(line)));
  return { ...fingerprint, includes: (payout) => digests.has(digestOf(contentLine(payout))) };
}

const digestOf = (line: string): string => hashOf('sha256', line, 'base64');
