import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Recipient } from '@jeongsan/payouts';
import type { SellerState } from '@jeongsan/state-machines';
import { openHolds } from '../draft-run/gate-facts.js';

type Row = {
  approved: string;
  amount: bigint;
  state: SellerState | null;
  account: string | null;
  holds: string[];
};

/** Asked before each batch is sent, so it is one statement that locks nothing. */
export async function recipients(tx: Executor, attemptId: string, now: Date): Promise<Recipient[]> {
  const rows = await tx.query<Row[]>(
    `select p.account_fingerprint as approved, p.amount, s.state, s.account_fingerprint as account,
            ${openHolds('p.seller_id', '$2')} as holds
       from payouts.payout p left join onboarding.seller s on s.seller_id = p.seller_id where p.attempt_id = $1`,
    [attemptId, businessDateOf(now)],
  );
  return rows.map(({ approved, amount, state, account, holds }) => ({
    payout: { account_fingerprint: approved, amount },
    seller: state === null ? null : { state, holds, paidThisWeek: 0n, accountFingerprint: account },
  }));
}
