import { naturalSign, type Account, type Posting } from '@jeongsan/ledger';

/** Thrown when a seller's balance would fall below zero; in Postgres, the constraint no_overdraft refuses this. */
export class Overdraft extends Error {
  override name = 'Overdraft';
  constructor(readonly account: string) {
    super(`${account} would fall below zero`);
  }
}

/** Thrown when a posting key was used before for other facts. */
export class PostingConflict extends Error {
  override name = 'PostingConflict';
}

type Undo = (() => void)[];

/**
 * The ledger in memory, with the rules of the Postgres ledger: unique keys, guarded balances never below zero. Debits are
 * positive.
 */
export class Ledger {
  readonly postings = new Map<string, Posting>();
  private readonly balances = new Map<string, bigint>();
  private readonly accounts = new Map<string, Account>();

  /** Won, positive in the account's natural direction. */
  balance(account: Account): bigint {
    return (this.balances.get(account.code) ?? 0n) * naturalSign[account.kind];
  }

  /** Posts all postings; a repeated posting with the same facts is skipped. Throws Overdraft, PostingConflict. */
  post(postings: readonly Posting[], undo: Undo): void {
    const touched = new Set<Account>();
    for (const posting of postings) {
      const before = this.postings.get(posting.key);
      if (before !== undefined) {
        if (factsOf(before) !== factsOf(posting)) throw new PostingConflict(posting.key);
        continue;
      }
      this.postings.set(posting.key, posting);
      undo.push(() => this.postings.delete(posting.key));
      for (const { debit, credit, amount } of posting.transfers) {
        this.add(debit, amount.minor, undo);
        this.add(credit, -amount.minor, undo);
        touched.add(debit).add(credit);
      }
    }
    for (const account of touched) if (account.guarded && this.balance(account) < 0n) throw new Overdraft(account.code);
  }

  /** The first error in the ledger, found by summing all postings again; null: none. */
  problem(): string | null {
    const sums = new Map<string, bigint>();
    const add = (code: string, minor: bigint) => sums.set(code, (sums.get(code) ?? 0n) + minor);
    for (const { transfers } of this.postings.values())
      for (const { debit, credit, amount } of transfers) {
        add(debit.code, amount.minor);
        add(credit.code, -amount.minor);
      }
    let total = 0n;
    for (const [code, balance] of this.balances) {
      if (balance !== (sums.get(code) ?? 0n)) return `${code} shows ${balance}, its entries say ${sums.get(code)}`;
      const account = this.accounts.get(code);
      if (account?.guarded && balance * naturalSign[account.kind] < 0n) return `${code} is below zero`;
      total += balance;
    }
    return total === 0n ? null : `all entries add up to ${total}`;
  }

  private add(account: Account, minor: bigint, undo: Undo): void {
    const before = this.balances.get(account.code) ?? 0n;
    this.accounts.set(account.code, account);
    this.balances.set(account.code, before + minor);
    undo.push(() => this.balances.set(account.code, before));
  }
}

const factsOf = (posting: Posting): string =>
  posting.transfers.map((t) => `${t.debit.code}|${t.credit.code}|${t.amount.minor}`).join('\n');
