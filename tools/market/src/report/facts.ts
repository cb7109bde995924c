import type { Payout, Position, Run } from './rows.js';
import type { BalanceProof, Verification } from '@jeongsan/platform-contract';
import type { PayoutStatus } from '@jeongsan/provider-contract';
import type { Book } from '@jeongsan/sandbox-control';
import type { z } from 'zod';
import type { Explanations } from './explanations.js';
import type { OrderStory } from './order-stories.js';

/** How many, and how much in won. */
export type Tally = Readonly<{ count: number; amount: bigint }>;

/** Everything the report says, as the services, the provider's lists and the provider's book told it. Amounts in won. */
export type Facts = Readonly<{
  from: string;
  until: string;
  /** As the gateway answered the market. */
  payments: Readonly<{ approved: Tally; canceled: Tally }>;
  /** As the provider lists them. */
  transactions: Readonly<{ approved: Tally; canceled: Tally }>;
  settlements: Readonly<{
    rows: number;
    amount: bigint;
    fee: bigint;
    supplyAmount: bigint;
    vat: bigint;
    payOutAmount: bigint;
    /** Transactions without a settlement row yet; cancels count negative. */
    missing: Tally;
  }>;
  balance: Readonly<{ pending: bigint; available: bigint }>;
  providerPayouts: Readonly<Record<PayoutStatus, Tally>>;
  book: z.output<typeof Book>;
  /** Debits less credits, by account; sellers' accounts summed by kind. */
  ledger: Readonly<{ balances: ReadonlyMap<string, bigint>; sum: bigint; verification: z.output<typeof Verification> }>;
  proofs: readonly z.output<typeof BalanceProof>[];
  proofNow: z.output<typeof BalanceProof>;
  openBreaks: number;
  runs: readonly Run[];
  payouts: readonly Payout[];
  /** Sum of what statements promised to pay. */
  statements: Tally;
  positions: readonly Position[];
  /** How some payouts came about, as the scheduler explains them. */
  explanations: Explanations;
  /** Where the money of some orders went or waits. */
  orderStories: readonly OrderStory[];
  /** The provider's id of each of our sellers, as onboarding tells it. */
  providerSellerIds: ReadonlyMap<string, string>;
  deadJobs: number;
}>;

/** The balance of an account as a reader expects it: what we have is positive as an asset, what we owe as a liability. */
export const asset = (facts: Facts, account: string): bigint => facts.ledger.balances.get(account) ?? 0n;
export const liability = (facts: Facts, account: string): bigint => -asset(facts, account);

export const total = <T>(items: readonly T[], amount: (item: T) => bigint): bigint =>
  items.reduce((sum, item) => sum + amount(item), 0n);

/** Payouts in any of these states. */
export function payoutsIn(facts: Facts, ...states: Payout['state'][]): Tally {
  const found = facts.payouts.filter((payout) => states.includes(payout.state));
  return { count: found.length, amount: total(found, (payout) => payout.amount) };
}

/** What a seller is still owed, on whatever account it waits. */
export const owedTo = ({ pending, payable, reserved, reserve }: Position): bigint =>
  pending + payable + reserved + reserve;
