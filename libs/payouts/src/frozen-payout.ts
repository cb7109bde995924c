import { hash } from 'node:crypto';
import type { FrozenPayout, Schedule } from './batch.js';
import type { Payout } from './payout.js';

/**
 * Hash of the frozen payouts of a batch. Members are hashed in a fixed order, since Postgres may return the members of stored
 * JSON in another order.
 */
export function bodyHash(items: readonly FrozenPayout[]): string {
  const texts = items.map(
    ({ refPayoutId, destination, scheduleType, payoutDate, amount: { currency, value }, transactionDescription }) =>
      JSON.stringify([refPayoutId, destination, scheduleType, payoutDate, currency, value, transactionDescription]),
  );
  return hash('sha256', texts.join(''));
}

/** The request item of a payout, as frozen in its batch. */
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
    // Number is exact here: a payout is below one billion won (a check constraint of the payouts table).
    amount: { currency: 'KRW', value: Number(payout.amount) },
    transactionDescription,
  };
}
