import { createHash } from 'node:crypto';
import type { Account, Posting } from '@jeongsan/ledger';
import { prepared } from './prepared.js';

/** Anything that runs SQL: a transaction's manager, or a DataSource where one posting is the whole transaction. */
export type Executor = { query<T = unknown>(sql: string, parameters?: unknown[]): Promise<T> };

/** The same posting key was used before for other facts. A bug, or two businesses sharing an id: worth stopping for. */
export class PostingConflict extends Error {
  override name = 'PostingConflict';
}

const CONFLICT = 'JS001';
const POST = prepared('ledger.post', 'select ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as fresh');

/**
 * Writes postings, all or none, in one round trip, and returns the keys that are new. Repeating a posting is fine;
 * repeating its key with other facts throws PostingConflict. Guarded accounts that would fall below zero make Postgres
 * refuse with constraint no_overdraft.
 */
export async function postLedger(tx: Executor, postings: readonly Posting[]): Promise<string[]> {
  const written = postings.filter((p) => p.transfers.length > 0);
  if (written.length === 0) return [];
  if (new Set(written.map((p) => p.key)).size !== written.length)
    throw new PostingConflict('A posting key occurs twice in one call');

  const { accounts, legs } = entriesOf(written);
  const [row] = await tx
    .query<{ fresh: string[] }[]>(POST, [
      written.map((p) => p.key),
      written.map((p) => p.template),
      written.map(factsHash),
      written.map((p) => p.effectiveAt),
      accounts.map((a) => a.code),
      accounts.map((a) => a.currency),
      accounts.map((a) => a.kind),
      accounts.map((a) => a.guarded),
      legs.map((l) => l.posting),
      legs.map((l) => l.account),
      legs.map((l) => l.amount),
    ])
    .catch((error: Error & { code?: string }) => {
      throw error.code === CONFLICT ? new PostingConflict(error.message, { cause: error }) : error;
    });
  return row?.fresh ?? [];
}

/**
 * Locks guarded accounts until the transaction ends and returns their natural balances (never negative), creating those that
 * are missing first: a missing row takes no lock. Take every account a decision touches in one call, so that the lock order holds.
 */
export async function lockBalances(
  tx: Executor,
  accounts: readonly Account[],
  currency = 'KRW',
): Promise<Map<string, bigint>> {
  const codes = accounts.map((a) => a.code);
  await tx.query('select ledger.open_accounts($1, $2, $3, $4)', [
    codes,
    accounts.map(() => currency),
    accounts.map((a) => a.kind),
    accounts.map((a) => a.guarded),
  ]);
  const rows = await tx.query<{ code: string; balance: bigint }[]>('select * from ledger.lock_balances($1, $2)', [
    codes,
    currency,
  ]);
  const kinds = new Map(accounts.map((a) => [a.code, a.kind]));
  return new Map(rows.map((r) => [r.code, isDebitKind(kinds.get(r.code)) ? r.balance : -r.balance]));
}

const isDebitKind = (kind: Account['kind'] | undefined): boolean => kind === 'asset' || kind === 'expense';

type Leg = Readonly<{ posting: number; account: number; amount: bigint }>;
type Entries = Readonly<{ accounts: readonly (Account & { currency: string })[]; legs: readonly Leg[] }>;

/** Each account once, and the legs that name postings and accounts by their position, which Postgres counts from one. */
function entriesOf(postings: readonly Posting[]): Entries {
  const accounts: (Account & { currency: string })[] = [];
  const legs: Leg[] = [];
  const positions = new Map<string, number>();
  const positionOf = (account: Account, currency: string): number => {
    const name = `${currency} ${account.code}`;
    const position = positions.get(name) ?? accounts.push({ ...account, currency });
    positions.set(name, position);
    return position;
  };
  for (const [index, { transfers }] of postings.entries()) {
    for (const { debit, credit, amount } of transfers) {
      legs.push({ posting: index + 1, account: positionOf(debit, amount.currency), amount: amount.minor });
      legs.push({ posting: index + 1, account: positionOf(credit, amount.currency), amount: -amount.minor });
    }
  }
  return { accounts, legs };
}

function factsHash(posting: Posting): string {
  const facts = posting.transfers
    .map((t) => `${t.debit.code}|${t.credit.code}|${t.amount.minor}|${t.amount.currency}`)
    .join('\n');
  return createHash('sha256').update(facts).digest('hex');
}
