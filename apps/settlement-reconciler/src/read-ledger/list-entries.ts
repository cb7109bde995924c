import { accountEntries, type EntryRow } from '@jeongsan/books';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { chart } from '@jeongsan/ledger';
import { type getLedgerEntry, type listLedgerEntries, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { pageSize } from '../read-reconciliation/page-size.js';
import { cursorAfter, placeOf } from './ledger-cursor.js';

type Entry = Output<typeof getLedgerEntry>;
type Of = Readonly<{ account?: string | undefined; sellerId?: string | undefined }>;

/** The codes of one account, or of every account of a seller. */
export const codesOf = ({ account, sellerId = '' }: Of): string[] =>
  account === undefined
    ? [chart.sellerPending, chart.sellerPayable, chart.sellerReserved, chart.sellerReserve, chart.sellerDebt].map(
        (of) => of(sellerId).code,
      )
    : [account];

export const entryView = ({ id, postingId, ...entry }: EntryRow): Entry => ({
  ...entry,
  id: `${id}`,
  postingId: `${postingId}`,
});

/** Entries of an account or a seller: month by month, and inside a month in the order of booking. */
export async function listEntries(
  db: DataSource,
  { account, sellerId, currency, from, until, after, limit }: Input<typeof listLedgerEntries>['query'],
): Promise<Output<typeof listLedgerEntries>> {
  const size = pageSize(limit);
  const rows = await accountEntries(db, {
    accounts: codesOf({ account, sellerId }),
    currency,
    from: from ?? null,
    until: until ?? null,
    after: placeOf(after),
    limit: size + 1,
  });
  const { items, nextCursor } = pageOf(rows, size, cursorAfter);
  return { items: items.map(entryView), nextCursor };
}

const ENTRY = statement(`
  select e.id, e.posting_id as "postingId", p.key as "postingKey", p.template, e.account_code as account, e.currency, e.amount,
         e.effective_at as "effectiveAt", ledger.balance_before(e.account_code, e.currency, e.effective_at, e.id) + e.amount as balance
    from ledger.entry e join ledger.posting p on p.id = e.posting_id where e.id = :id::bigint`);

/** One entry by its id. @throws LEDGER_ENTRY_NOT_FOUND, also for an entry of a detached month. */
export async function readEntry(db: DataSource, id: string): Promise<Entry> {
  const [row] = await ENTRY.rows<EntryRow>(db, { id });
  if (!row) throw refuse('LEDGER_ENTRY_NOT_FOUND', `The ledger has no entry ${id}`);
  return entryView(row);
}
