import type { Executor } from '@jeongsan/database';
import { waitsFor, type Waiting } from '@jeongsan/platform-contract';
import type { SellerState } from '@jeongsan/state-machines';
import { bankAskedAgainKey } from './register-seller/ask-again.js';
import type { SellerRow } from './seller-row.js';

/** The wait of each seller that something keeps from being paid, by id. */
export async function sellerWaits(
  db: Executor,
  rows: readonly SellerRow[],
  now: Date,
): Promise<ReadonlyMap<string, Waiting>> {
  const asked = rows.filter(({ state, pending_account_sealed: pending }) => state === 'received' || pending !== null);
  const jobs = await db.query<{ key: string; run_at: Date }[]>(
    `select dedupe_key as key, run_at from messaging.outbox
      where dedupe_key = any($1) and done_at is null and dead_at is null and run_at > $2`,
    [asked.map(({ seller_id: id }) => bankAskedAgainKey(id)), now],
  );
  const askedAgain = new Map(jobs.map(({ key, run_at: at }) => [key, at]));
  return new Map(
    rows.flatMap((row) => {
      const wait = waitOf(row, askedAgain.get(bankAskedAgainKey(row.seller_id)), now);
      return wait === null ? [] : [[row.seller_id, wait] as const];
    }),
  );
}

function waitOf(row: SellerRow, bankAskedAt: Date | undefined, now: Date): Waiting | null {
  const wait = waitIn[row.state];
  if (wait === 'ACCOUNT_CHECK' || (wait === null && row.pending_account_sealed !== null))
    return bankAskedAt ? waitsFor('BANK_OPENS', bankAskedAt) : waitsFor('ACCOUNT_CHECK');
  if (wait !== null) return waitsFor(wait);
  const held = row.account_held_until;
  if (row.state === 'closed' || held === null) return null;
  // Infinity: only a person ends the wait.
  if (typeof held === 'number') return waitsFor('NEW_ACCOUNT');
  return held > now ? waitsFor('NEW_ACCOUNT', held) : null;
}

/** Null: nothing, or the end. */
const waitIn = {
  received: 'ACCOUNT_CHECK',
  account_refused: 'SELLER_ACCOUNT',
  account_verified: 'REGISTRATION',
  refused: null,
  awaiting_identity: 'SELLER_IDENTITY',
  kyc_required: 'SELLER_KYC',
  limited: null,
  approved: null,
  closed: null,
} as const satisfies Record<SellerState, Parameters<typeof waitsFor>[0] | null>;
