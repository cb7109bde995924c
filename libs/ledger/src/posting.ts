import { won, type Money } from '@jeongsan/money';
import type { Account } from './chart.js';

/** One balanced movement. Two legs and one amount, so an unbalanced one cannot be written. */
export type Transfer = Readonly<{ debit: Account; credit: Account; amount: Money }>;

/** What gets stored: `key` is unique in the database, which is what makes posting safe to repeat. */
export type Posting = Readonly<{ template: string; key: string; effectiveAt: Date; transfers: readonly Transfer[] }>;

/** Declares a posting template: a name, the business id it may run once for, and its transfers. */
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

/** A movement whose amount may be negative: then it goes the other way, since an entry's direction is its sign. */
export function signedTransfer(debit: Account, credit: Account, minor: bigint): Transfer {
  return minor < 0n ? { debit: credit, credit: debit, amount: won(-minor) } : { debit, credit, amount: won(minor) };
}
