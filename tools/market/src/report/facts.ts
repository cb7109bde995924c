import type { Payout, Position, Run } from './rows.js';
import type { BalanceProof, Verification } from '@jeongsan/platform-contract';
import type { PayoutStatus } from '@jeongsan/provider-contract';
import type { Book } from '@jeongsan/sandbox-control';
import type { z } from 'zod';
import type { CancelFacts } from './cancel-facts.js';
import type { Explanations } from './explanations.js';
import type { ForeignFacts } from './foreign-money.js';
import type { OrderStory } from './order-stories.js';
import type { PreviewFacts } from './previews.js';
import { total, type Tally } from './tally.js';
import type { WayFacts } from './ways.js';

/**
 * All facts of the report, as returned by the services, the provider's lists and the provider's own records. Amounts in won.
 */
export type Facts = Readonly<{
  from: string;
  until: string;
  /** From the gateway's books, by way of paying. */
  ways: readonly WayFacts[];
  cancels: CancelFacts;
  foreign: ForeignFacts;
  previews: PreviewFacts;
  /** From the provider's lists. */
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
  /** Debits less credits by account; sellers' accounts summed by kind. */
  ledger: Readonly<{ balances: ReadonlyMap<string, bigint>; sum: bigint; verification: z.output<typeof Verification> }>;
  proofs: readonly z.output<typeof BalanceProof>[];
  proofNow: z.output<typeof BalanceProof>;
  openBreaks: number;
  runs: readonly Run[];
  payouts: readonly Payout[];
  /** Sum of the payout amounts of all statements. */
  statements: Tally;
  positions: readonly Position[];
  /** Explanations of some payouts, from the scheduler. */
  explanations: Explanations;
  /** Explanations of some orders: where their money went or waits. */
  orderStories: readonly OrderStory[];
  /** The provider's id of each seller, from onboarding. */
  providerSellerIds: ReadonlyMap<string, string>;
  deadJobs: number;
}>;

/** An account's balance with the usual sign: assets positive for what we have, liabilities positive for what we owe. */
export const asset = (facts: Facts, account: string): bigint => facts.ledger.balances.get(account) ?? 0n;
export const liability = (facts: Facts, account: string): bigint => -asset(facts, account);

/** Payouts in any of these states. */
export function payoutsIn(facts: Facts, ...states: Payout['state'][]): Tally {
  const found = facts.payouts.filter((payout) => states.includes(payout.state));
  return { count: found.length, amount: total(found, (payout) => payout.amount) };
}

/** Won still owed to a seller, on any account. */
export const owedTo = ({ pending, payable, reserved, reserve }: Position): bigint =>
  pending + payable + reserved + reserve;

/** Won that buyers paid for orders, and got back, by the gateway's books. */
export const paidForOrders = ({ ways }: Pick<Facts, 'ways'>): bigint => total(ways, (way) => way.paid.amount);
export const givenBackForOrders = ({ ways }: Pick<Facts, 'ways'>): bigint => total(ways, (way) => way.givenBack);
