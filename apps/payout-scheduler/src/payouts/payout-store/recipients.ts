import { businessDateOf } from '@jeongsan/calendar';
import { type Executor, prepared } from '@jeongsan/database';
import type { Recipient } from '@jeongsan/payouts';
import type { SellerState } from '@jeongsan/state-machines';
import { accountWaits, openHolds } from '../../closing/close-statements/gate-facts.js';

type Row = {
  approved: string;
  amount: bigint;
  state: SellerState | null;
  account: string | null;
  waits: boolean;
  holds: string[];
};

const RECIPIENTS = prepared(
  'payout.recipients',
  `select p.account_fingerprint as approved, p.amount, s.state, s.account_fingerprint as account,
            ${accountWaits('s', '$3::timestamptz')} as waits, hold.reasons as holds
       from payouts.payout p
       left join onboarding.seller s on s.seller_id = p.seller_id
      cross join lateral (select ${openHolds('p.seller_id', '$2')} as reasons) hold
      where p.batch_id = $1
        and (s.state = 'approved' and s.account_fingerprint = p.account_fingerprint and not ${accountWaits('s', '$3::timestamptz')}
             and hold.reasons = '{}') is not true`,
);

/**
 * The payouts of a batch whose seller may not be paid as approved. Runs before each batch is sent, so it is one
 * statement without locks. It leaves out sellers in order: approved by the provider, with the account of the approval,
 * no waiting time on it, and no hold.
 */
export async function recipients(tx: Executor, batchId: string, now: Date): Promise<Recipient[]> {
  const rows = await tx.query<Row[]>(RECIPIENTS, [batchId, businessDateOf(now), now]);
  return rows.map(({ approved, amount, state, account, waits, holds }) => ({
    payout: { account_fingerprint: approved, amount },
    seller:
      state === null ? null : { state, accountWaits: waits, holds, paidThisWeek: 0n, accountFingerprint: account },
  }));
}
