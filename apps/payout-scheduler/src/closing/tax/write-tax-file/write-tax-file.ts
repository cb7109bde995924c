import { monthEndOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { BYTE_ORDER_MARK, csvRow, type FileAnswerContent } from '@jeongsan/http-contract';
import type { TaxInvoiceView } from '@jeongsan/platform-contract';
import { readTaxInvoices } from '../draft-tax-invoices/read-tax-invoices.js';

const ROWS_PER_STEP = 200;

// prettier-ignore
/** The columns of the file. The names of supplier and recipient belong to the program that issues: sellers are named by their id. */
const columns: Readonly<Record<string, (invoice: TaxInvoiceView) => string | bigint | null>> = {
  id:                ({ id }) => id,
  direction:         ({ direction }) => direction,
  kind:              ({ kind }) => kind,
  sellerId:          ({ sellerId }) => sellerId,
  writtenOn:         ({ month }) => monthEndOf(`${month}-01`),
  issueBy:           ({ issueBy }) => issueBy,
  commission:        ({ commission }) => commission,
  fees:              ({ fees }) => fees,
  settled:           ({ settled }) => settled,
  settledAs:         ({ settledAs }) => settledAs,
  supply:            ({ supply }) => supply,
  vat:               ({ vat }) => vat,
  total:             ({ total }) => total,
  state:             ({ state }) => state,
  externalReference: ({ externalReference }) => externalReference,
};

/** All invoices of a month that are not canceled, as CSV, read a page at a time. */
export function writeTaxFile(db: Executor, month: string, now: Date): FileAnswerContent {
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: `tax_invoices_${month}.csv`,
    bytes: rows(db, month, now),
  };
}

async function* rows(db: Executor, month: string, now: Date): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK + csvRow(Object.keys(columns)));
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof readTaxInvoices>> = await readTaxInvoices(
      db,
      { month, limit: ROWS_PER_STEP, ...(after !== null && { after }) },
      now,
    );
    const live = page.items.filter(({ state }) => state !== 'canceled');
    yield Buffer.from(live.map((invoice) => csvRow(Object.values(columns).map((of) => of(invoice)))).join(''));
    if (page.nextCursor === null) return;
    after = page.nextCursor;
  }
}
