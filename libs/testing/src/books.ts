import type { DataSource } from 'typeorm';

/** Debits minus credits of every account with entries, summed from the entries. */
export async function balances(db: DataSource): Promise<Record<string, bigint>> {
  const rows = await db.query<{ code: string; balance: bigint }[]>(
    'select account_code as code, sum(amount)::bigint as balance from ledger.entry group by account_code order by account_code',
  );
  return Object.fromEntries(rows.map((row) => [row.code, row.balance]));
}

// prettier-ignore
const proofs = [
  ['all entries add up to nothing, per currency',
   'select currency as what, sum(amount) as found from ledger.entry group by currency having sum(amount) <> 0'],
  ['every posting balances',
   'select posting_id::text as what, sum(amount) as found from ledger.entry group by posting_id, currency having sum(amount) <> 0'],
  ['no posting is empty',
   'select key as what, 0 as found from ledger.posting p where not exists (select from ledger.entry where posting_id = p.id)'],
  ['a guarded account shows the sum of its entries',
   `select a.code as what, a.balance as found from ledger.account a where a.guarded and a.balance <>
      (select coalesce(sum(amount), 0) from ledger.entry e where e.account_code = a.code and e.currency = a.currency)`],
  ['an account without a running balance shows none',
   'select code as what, balance as found from ledger.account where not guarded and balance <> 0'],
  ['every entry belongs to an account',
   `select e.account_code as what, e.id as found from ledger.entry e
     where not exists (select from ledger.account a where a.code = e.account_code and a.currency = e.currency)`],
  ['an entry takes effect when its posting does',
   'select e.id::text as what, p.id as found from ledger.entry e join ledger.posting p on p.id = e.posting_id where p.effective_at <> e.effective_at'],
] as const;

/** The first error in the ledger as a sentence; null when the ledger is sound. */
export async function wrongInBooks(db: DataSource): Promise<string | null> {
  for (const [claim, counterexamples] of proofs) {
    const [found] = await db.query<{ what: string; found: unknown }[]>(`${counterexamples} limit 1`);
    if (found) return `not true that ${claim}: ${found.what} has ${String(found.found)}`;
  }
  return null;
}

/** Proves the ledger; throws an error that names what is wrong. Use in afterEach: the ledger must be sound after every test. */
export async function booksAreSound(db: DataSource): Promise<void> {
  const wrong = await wrongInBooks(db);
  if (wrong !== null) throw new Error(`The books are wrong: ${wrong}`);
}
