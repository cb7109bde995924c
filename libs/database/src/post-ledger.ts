import { createHash } from 'node:crypto';
import type { Account, Posting } from '@jeongsan/ledger';
import { type Executor, statement } from '@jeongsan/sql';
import { prepared } from './prepared.js';

/** Thrown when a posting key was used before for other facts: a bug, or two events with the same id. The job must stop. */
export class PostingConflict extends Error {
  override name = 'PostingConflict';
}

/** Thrown when a posting would take effect in a sealed month, whose books are final. */
export class MonthSealed extends Error {
  override name = 'MonthSealed';
}

const CONFLICT = 'JS001';
const SEALED = 'JS007';
const POST_ONE = prepared(
  'ledger.post_one',
  statement(`select ledger.post_one(:key, :template, :factsHash, :effectiveAt, :codes, :currencies, :kinds, :guarded,
    :legAccounts, :legAmounts) as made`),
);
const POST = prepared(
  'ledger.post',
  statement(`select ledger.post(:keys, :templates, :factsHashes, :effectiveAt, :codes, :currencies, :kinds, :guarded,
    :legPostings, :legAccounts, :legAmounts) as fresh`),
);

/**
 * Writes postings, all or none, in one round trip, and returns the keys that are new. Repeating a posting changes nothing;
 * repeating its key with other facts throws PostingConflict. A guarded account that would fall below zero makes Postgres throw
 * a violation of constraint no_overdraft.
 */
export async function postLedger(tx: Executor, postings: readonly Posting[]): Promise<string[]> {
  const written = postings.filter((p) => p.transfers.length > 0);
  if (written.length === 0) return [];
  if (new Set(written.map((p) => p.key)).size !== written.length)
    throw new PostingConflict('A posting key occurs twice in one call');

  const [only] = written;
  const writing = only !== undefined && written.length === 1 ? postOne(tx, only) : postMany(tx, written);
  return writing.catch((error: Error & { code?: string }) => {
    if (error.code === CONFLICT) throw new PostingConflict(error.message, { cause: error });
    if (error.code === SEALED) throw new MonthSealed(error.message, { cause: error });
    throw error;
  });
}

async function postOne(tx: Executor, posting: Posting): Promise<string[]> {
  const { accounts, legs } = entriesOf([posting]);
  const [row] = await POST_ONE.rows<{ made: boolean }>(tx, {
    key: posting.key,
    template: posting.template,
    factsHash: factsHash(posting),
    effectiveAt: posting.effectiveAt,
    ...accountColumns(accounts),
    legAccounts: legs.map((l) => l.account),
    legAmounts: legs.map((l) => l.amount),
  });
  return row?.made ? [posting.key] : [];
}

async function postMany(tx: Executor, postings: readonly Posting[]): Promise<string[]> {
  const { accounts, legs } = entriesOf(postings);
  const [row] = await POST.rows<{ fresh: string[] }>(tx, {
    keys: postings.map((p) => p.key),
    templates: postings.map((p) => p.template),
    factsHashes: postings.map(factsHash),
    effectiveAt: postings.map((p) => p.effectiveAt),
    ...accountColumns(accounts),
    legPostings: legs.map((l) => l.posting),
    legAccounts: legs.map((l) => l.account),
    legAmounts: legs.map((l) => l.amount),
  });
  return row?.fresh ?? [];
}

/**
 * Locks guarded accounts until the transaction ends and returns their natural balances (never negative). Creates missing
 * accounts first: a missing row takes no lock. Pass all accounts of a decision in one call, so that the order of locks holds.
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

const LOCK = prepared('ledger.lock_accounts', 'select ledger.lock_accounts($1, $2) as locked');

/** Locks guarded accounts as lockBalances does, without reading balances. Pass all accounts in one call. */
export async function lockAccounts(tx: Executor, accounts: readonly Account[], currency = 'KRW'): Promise<void> {
  const codes = [...new Set(accounts.map((a) => a.code))];
  const [row] = await tx.query<{ locked: number }[]>(LOCK, [codes, currency]);
  if (row?.locked !== codes.length) await lockBalances(tx, accounts, currency);
}

const isDebitKind = (kind: Account['kind'] | undefined): boolean => kind === 'asset' || kind === 'expense';

type Leg = Readonly<{ posting: number; account: number; amount: bigint }>;
type AccountInCurrency = Account & Readonly<{ currency: string }>;
type Entries = Readonly<{ accounts: readonly AccountInCurrency[]; legs: readonly Leg[] }>;

/**
 * The distinct accounts in the order in which Postgres locks them, and the legs, which refer to postings and accounts by
 * position (from 1, as in Postgres arrays).
 */
function entriesOf(postings: readonly Posting[]): Entries {
  const named = new Map<string, AccountInCurrency>();
  for (const { transfers } of postings)
    for (const { debit, credit, amount } of transfers)
      for (const account of [debit, credit])
        named.set(nameOf(account, amount.currency), { ...account, currency: amount.currency });

  const names = [...named.keys()].sort(byBytes);
  const positions = new Map(names.map((name, index) => [name, index + 1]));
  const positionOf = (account: Account, currency: string): number => positions.get(nameOf(account, currency)) ?? 0;
  const legs = postings.flatMap(({ transfers }, index) =>
    transfers.flatMap(({ debit, credit, amount: { minor, currency } }) => [
      { posting: index + 1, account: positionOf(debit, currency), amount: minor },
      { posting: index + 1, account: positionOf(credit, currency), amount: -minor },
    ]),
  );
  return { accounts: names.flatMap((name) => named.get(name) ?? []), legs };
}

const accountColumns = (accounts: readonly AccountInCurrency[]) => ({
  codes: accounts.map((a) => a.code),
  currencies: accounts.map((a) => a.currency),
  kinds: accounts.map((a) => a.kind),
  guarded: accounts.map((a) => a.guarded),
});

/** Sort key of an account. U+0000 separates code and currency: no code contains a character below the space. */
const nameOf = ({ code }: Account, currency: string): string => `${code}\u0000${currency}`;
/** Byte order, as collation "C" of Postgres. UTF-16 order differs only beyond the basic plane, which codes do not use. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function factsHash(posting: Posting): string {
  const facts = posting.transfers
    .map((t) => `${t.debit.code}|${t.credit.code}|${t.amount.minor}|${t.amount.currency}`)
    .join('\n');
  return createHash('sha256').update(facts).digest('hex');
}
