import { inList, type Executor } from '@jeongsan/database';
import { payoutStates } from '@jeongsan/state-machines';
import type { PayoutProvider } from '@jeongsan/payouts';

/** The balance at the provider, in won. `source`: as the provider said at `at`, or as the ledger has it now. */
export type ProviderBalance = Readonly<{
  source: 'PROVIDER' | 'LEDGER';
  available: bigint;
  pending: bigint;
  at: Date;
}>;

/** A reading older than this says nothing about today: the provider moves money between its balances every night. */
const READING_HOURS_MAX = 26;

/** Stores what the provider said of its balance. */
export async function recordBalance(
  db: Executor,
  { available, pending }: Pick<ProviderBalance, 'available' | 'pending'>,
  now: Date,
): Promise<void> {
  await db.query(`insert into payouts.balance_reading (available, pending, read_at) values ($1, $2, $3)`, [
    available.toString(),
    pending.toString(),
    now,
  ]);
}

/** The latest balance that the provider named, or the ledger's when there is none of the last hours. */
export async function latestBalance(db: Executor, now: Date): Promise<ProviderBalance> {
  const since = new Date(now.getTime() - READING_HOURS_MAX * 3_600_000);
  const [reading] = await db.query<{ available: bigint; pending: bigint; at: Date }[]>(
    `select available, pending, read_at as at from payouts.balance_reading where read_at between $1 and $2
      order by read_at desc, id desc limit 1`,
    [since, now],
  );
  if (reading) return { source: 'PROVIDER', ...reading };
  // The ledger's balance is that before payouts under way; the provider's lacks them already.
  const [books] = await db.query<{ available: bigint; pending: bigint }[]>(
    `select (ledger.balance_at('provider:available', 'KRW', 'infinity')
             - (select coalesce(sum(amount), 0) from payouts.payout where state in ${inList(payoutStates.underWay)}))::bigint as available,
            ledger.balance_at('provider:pending', 'KRW', 'infinity') as pending`,
  );
  return { source: 'LEDGER', available: books?.available ?? 0n, pending: books?.pending ?? 0n, at: now };
}

/** The provider's balance, each reading of which is stored before the caller decides by it. */
export const storingBalance = (
  db: Executor,
  provider: Pick<PayoutProvider, 'getBalance'>,
  now: () => Date,
): Pick<PayoutProvider, 'getBalance'> => ({
  getBalance: async (...asked) => {
    const balance = await provider.getBalance(...asked);
    const { availableAmount, pendingAmount } = balance.entityBody;
    await recordBalance(db, { available: availableAmount.minor, pending: pendingAmount?.minor ?? 0n }, now());
    return balance;
  },
});
