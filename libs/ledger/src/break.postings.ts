import type { Money } from '@jeongsan/money';
import type { Account } from './chart.js';
import { signedMoney, template } from './posting.js';

type BreakAdjustment = {
  decisionId: string;
  /** The account that differs from the other side's record. */
  account: Account;
  /** The account that the difference comes from, or goes to. */
  counter: Account;
  /** What the account that differs gains: negative amounts lower it. */
  gain: Money;
  effectiveAt: Date;
};

/** People decided that our books take over a difference: the account that differs follows the other side's record. */
export const breakAdjusted = template<BreakAdjustment>(
  'break.adjusted',
  (b) => b.decisionId,
  (b) => [signedMoney(b.account, b.counter, b.gain)],
);

/** A person took the adjustment of a break back: the same transfer in the other direction. */
export const breakAdjustmentReversed = template<BreakAdjustment>(
  'break.adjustment-reversed',
  (b) => b.decisionId,
  (b) => breakAdjusted(b).transfers.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount })),
);
