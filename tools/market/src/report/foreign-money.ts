import type { Output } from '@jeongsan/http-contract';
import type { TransactionRow } from '@jeongsan/provider-client';
import type { getTrialBalance, listBreaks } from '@jeongsan/platform-contract';
import type { Clients } from '../platform/clients.js';
import type { RefusedInDollars } from '../play/foreign-currency.js';
import { listAll } from '../play/list-all.js';
import { tallyOf, total, type Tally } from './tally.js';

/** Money in dollars, never added to won. Amounts in cents. */
export type ForeignFacts = Readonly<{
  /** Payments that the gateway refused, with our code and the provider's answer to whether the buyer was charged. */
  refused: readonly Readonly<{ code: string; isCharged: boolean }>[];
  /** From the provider's transactions. */
  listed: Tally;
  /** From the gateway's list of money without an order. */
  unallocated: Tally;
  /** From the ledger. */
  inLedger: bigint;
  breaks: readonly Pick<Break, 'found' | 'state' | 'reason' | 'note'>[];
}>;
type Break = Output<typeof listBreaks>['items'][number];

const CURRENCY = 'USD';

/** What the provider, the gateway, the ledger and the reconciler say about payments in dollars. */
export async function askForeignMoney(
  { provider, gateway, reconciler }: Pick<Clients, 'provider' | 'gateway' | 'reconciler'>,
  refused: readonly RefusedInDollars[],
  transactions: readonly TransactionRow[],
  { accounts }: Output<typeof getTrialBalance>,
): Promise<ForeignFacts> {
  const inDollars = transactions.flatMap(({ currency, amount }) =>
    currency === CURRENCY && typeof amount === 'bigint' ? [{ amount }] : [],
  );
  const [unallocated, breaks, attempts] = await Promise.all([
    listAll((after) => gateway.listUnallocatedPayments({ query: { currency: CURRENCY, ...after } })),
    listAll((after) => reconciler.listBreaks({ query: { limit: 200, ...after } })),
    Promise.all(
      refused.map(async ({ paymentKey, code }) => {
        const { approvedAt } = await provider.getPayment({ params: { paymentKey } });
        return { code, isCharged: approvedAt instanceof Date };
      }),
    ),
  ]);
  const account = accounts.find((one) => one.account === 'unallocated' && one.currency === CURRENCY);
  return {
    refused: attempts,
    listed: tallyOf(inDollars),
    unallocated: { count: unallocated.length, amount: total(unallocated, (one) => one.amount - one.canceled) },
    inLedger: -(account?.balance ?? 0n),
    breaks: breaks.filter((one) => one.class === 'FOREIGN_CURRENCY').map(shownOf),
  };
}

const shownOf = ({ found, state, reason, note }: Break) => ({ found, state, reason, note });
