import { type Executor, pageSize } from '@jeongsan/database';
import { accountEntries, type EntryRow } from '@jeongsan/books';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { type getLedgerEntry, type listLedgerEntries, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { codesOf } from './account-codes.js';
import { cursorAfter, placeOf } from './ledger-cursor.js';
import { detachedThrough } from './missing-months.js';

type Entry = Output<typeof getLedgerEntry>;

export const entryView = ({ id, postingId, ...entry }: EntryRow): Entry => ({
  ...entry,
  id: `${id}`,
  postingId: `${postingId}`,
});

/** Entries of an account or a seller: month by month, and inside a month in the order of booking. @throws LEDGER_MONTH_DETACHED */
export async function listEntries(
  db: Executor,
  { account, sellerId, currency, from, until, after, limit }: Input<typeof listLedgerEntries>['query'],
): Promise<Output<typeof listLedgerEntries>> {
  const size = pageSize(limit);
  const place = placeOf(after);
  const rows = await accountEntries(db, {
    accounts: codesOf({ account, sellerId }),
    currency,
    from: from ?? null,
    until: until ?? null,
    after: place,
    limit: size + 1,
  });
  const { items, nextCursor } = pageOf(rows, size, cursorAfter);
  const through = await detachedThrough(db, { account, sellerId, currency, from, until }, place?.month ?? null);
  return { items: items.map(entryView), nextCursor, detachedThrough: through };
}

const ENTRY = statement(`
  select e.id, e.posting_id as "postingId", p.key as "postingKey", p.template, e.account_code as account, e.currency, e.amount,
         e.effective_at as "effectiveAt", ledger.balance_before(e.account_code, e.currency, e.effective_at, e.id) + e.amount as balance
    from ledger.entry e join ledger.posting p on p.id = e.posting_id where e.id = :id::bigint`);

/** One entry by its id. @throws LEDGER_ENTRY_NOT_FOUND, also for an entry of a detached month. */
export async function readEntry(db: Executor, id: string): Promise<Entry> {
  const [row] = await ENTRY.rows<EntryRow>(db, { id });
  if (!row)
    throw refuse(
      'LEDGER_ENTRY_NOT_FOUND',
      `The ledger has no entry ${id}; entries of detached months are in their files`,
    );
  return entryView(row);
}
