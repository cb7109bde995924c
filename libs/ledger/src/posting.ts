import { won, type Money } from '@jeongsan/money';
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

/** A transfer whose amount may be negative: then debit and credit are exchanged. */
export function signedTransfer(debit: Account, credit: Account, minor: bigint): Transfer {
  return minor < 0n ? { debit: credit, credit: debit, amount: won(-minor) } : { debit, credit, amount: won(minor) };
}
