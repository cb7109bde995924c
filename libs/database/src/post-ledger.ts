import { createHash } from 'node:crypto';
import type { Account, Posting } from '@jeongsan/ledger';

/** Anything that runs SQL: a transaction's manager, or a DataSource where one posting is the whole transaction. */
export type Executor = { query<T = unknown>(sql: string, parameters?: unknown[]): Promise<T> };

/** The same posting key was used before for other facts. A bug, or two businesses sharing an id: worth stopping for. */
export class PostingConflict extends Error {
  override name = 'PostingConflict';
}

const CONFLICT = 'JS001';

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

  const legs = written.flatMap((posting, index) => posting.transfers.flatMap((t) => legsOf(t, index + 1)));
  const rows = await tx
    .query<{ key: string }[]>('select post as key from ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      written.map((p) => p.key),
      written.map((p) => p.template),
      written.map(factsHash),
      written.map((p) => p.effectiveAt),
      legs.map((l) => l.posting),
      legs.map((l) => l.account.code),
      legs.map((l) => l.currency),
      legs.map((l) => l.account.kind),
      legs.map((l) => l.account.guarded),
      legs.map((l) => l.amount),
    ])
    .catch((error: Error & { code?: string }) => {
      throw error.code === CONFLICT ? new PostingConflict(error.message, { cause: error }) : error;
    });
  return rows.map((row) => row.key);
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

type Leg = { posting: number; account: Account; currency: string; amount: string };
function legsOf(t: Posting['transfers'][number], posting: number): Leg[] {
  const { currency, minor } = t.amount;
  return [
    { posting, account: t.debit, currency, amount: minor.toString() },
    { posting, account: t.credit, currency, amount: (-minor).toString() },
  ];
}

function factsHash(posting: Posting): string {
  const facts = posting.transfers
    .map((t) => `${t.debit.code}|${t.credit.code}|${t.amount.minor}|${t.amount.currency}`)
    .join('\n');
  return createHash('sha256').update(facts).digest('hex');
}
