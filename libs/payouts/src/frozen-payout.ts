import { createHash } from 'node:crypto';
import type { FrozenPayout, Schedule } from './batch.js';
import type { Payout } from './payout.js';

/** What a batch is on record with: the same before it is stored and after it is read, whatever order Postgres gives its members. */
export function bodyHash(items: readonly FrozenPayout[]): string {
  const hash = createHash('sha256');
  for (const { refPayoutId, destination, scheduleType, payoutDate, amount, transactionDescription } of items) {
    const { currency, value } = amount;
    hash.update(
      JSON.stringify([refPayoutId, destination, scheduleType, payoutDate, currency, value, transactionDescription]),
    );
  }
  return hash.digest('hex');
}

/** The item that a payout becomes in the frozen body. */
export function frozenPayout(
  payout: Pick<Payout, 'ref_payout_id' | 'provider_seller_id' | 'amount'>,
  schedule: Schedule,
  transactionDescription: string,
): FrozenPayout {
  return {
    refPayoutId: payout.ref_payout_id,
    destination: payout.provider_seller_id,
    scheduleType: schedule.type,
    payoutDate: schedule.type === 'SCHEDULED' ? schedule.date : null,
    // Exact: a payout is below one billion won, which the table checks.
    amount: { currency: 'KRW', value: Number(payout.amount) },
    transactionDescription,
  };
}
