import { createHash } from 'node:crypto';

/** One item of the frozen body, as the provider's interface has it. */
export type FrozenPayout = {
  refPayoutId: string;
  destination: string;
  scheduleType: 'EXPRESS' | 'SCHEDULED';
  payoutDate: string | null;
  amount: { currency: 'KRW'; value: number };
  transactionDescription: string;
};

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
