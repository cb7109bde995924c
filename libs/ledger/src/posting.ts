import { isNegative, negate, won, type Money } from '@jeongsan/money';
import type { Account } from './chart.js';

/** One transfer: two accounts and one amount, so an unbalanced transfer cannot be written. */
export type Transfer = Readonly<{ debit: Account; credit: Account; amount: Money }>;

/** A posting as stored. `key` is unique in the database, so that repeating a posting changes nothing. */
export type Posting = Readonly<{ template: string; key: string; effectiveAt: Date; transfers: readonly Transfer[] }>;

/** Declares a posting template: a name, the business id that may post it once, and its transfers. */
export function template<Facts extends { effectiveAt: Date }>(
  name: string,
  once: (facts: Facts) => string,
  transfers: (facts: Facts) => readonly Transfer[],
): (facts: Facts) => Posting {
  return (facts) => ({
    template: name,
    key: `${name}/${once(facts)}`,
    effectiveAt: facts.effectiveAt,
    transfers: transfers(facts).filter((t) => t.amount.minor !== 0n),
  });
}

/** A transfer whose amount in won may be negative: then debit and credit are exchanged. */
export const signedTransfer = (debit: Account, credit: Account, minor: bigint): Transfer =>
  signedMoney(debit, credit, won(minor));

/** A transfer whose amount may be negative, in its own currency. */
export function signedMoney(debit: Account, credit: Account, amount: Money): Transfer {
  return isNegative(amount) ? { debit: credit, credit: debit, amount: negate(amount) } : { debit, credit, amount };
}
