import type { Executor } from '@jeongsan/database';
import { BYTE_ORDER_MARK, csvRow, type FileAnswerContent } from '@jeongsan/http-contract';
import { breakClass, type DecisionWay, type ResolutionWay } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { breakColumns } from '../read-reconciliation/break-columns.js';
import { type BreakFilters, FILTERS, perGroup, valuesOf } from '../read-reconciliation/list-breaks.js';
import type { BreakDetail } from '../read-reconciliation/read-break.js';
import type { BreakDecision } from '../resolve-break/decision-record.js';
import { isToFill, sheetColumns, type ShownColumn } from './sheet-columns.js';

const PAGE_ROWS = 1_000;

type Row = Omit<BreakDetail, 'history' | 'decisions'> &
  Readonly<{
    decisionId: string | null;
    proposedWay: DecisionWay | null;
    proposedBy: string | null;
    proposedReason: string | null;
    proposedGain: bigint | null;
    proposedCounterAccount: BreakDecision['counterAccount'];
    proposedKey: string | null;
  }>;

const PAGES = perGroup((condition) =>
  statement(`
    select ${breakColumns(':now')}, b.evidence, d.id as "decisionId", d.way as "proposedWay", d.proposed_by as "proposedBy",
           d.reason as "proposedReason", d.gain as "proposedGain", d.counter_account as "proposedCounterAccount",
           d.matched_key as "proposedKey"
      from reconciliation.break b
      left join reconciliation.break_decision d on d.break_id = b.id and d.state = 'proposed'
     where ${condition} and ${FILTERS}
       and (:after::uuid is null
            or (b.opened_at, b.id) > (select c.opened_at, c.id from reconciliation.break c where c.id = :after))
     order by b.opened_at, b.id limit :rows`),
);

/** Breaks as a spreadsheet, the oldest first, read and written page by page: memory does not grow with the list. */
export function exportBreaks(db: Executor, filters: BreakFilters, now: Date): FileAnswerContent {
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: 'breaks.csv',
    localName: '차이_목록.csv',
    bytes: bytesOf(db, filters, now),
  };
}

async function* bytesOf(db: Executor, { open, ...filters }: BreakFilters, now: Date): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK + csvRow(sheetColumns));
  const values = valuesOf(filters, now);
  for (let after: string | null = null; ;) {
    const rows: Row[] = await PAGES[open ?? 'all'].rows<Row>(db, { ...values, after, rows: PAGE_ROWS });
    if (rows.length > 0) yield Buffer.from(rows.map(csvOf).join(''));
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const verbOf = { expect: 'explain', adjust: 'adjust', force: 'force' } as const satisfies Record<ResolutionWay, string>;

function csvOf(row: Row): string {
  const { evidence, dueAt } = row;
  const shown: Record<ShownColumn, string | bigint | null> = {
    ...row,
    version: BigInt(row.version),
    ageHours: BigInt(row.ageHours),
    dueAt: dueAt.toISOString(),
    ownedBy: row.owner,
    differs: evidence.differs.join(' '),
    ours: sideOf(evidence.ours, evidence.differs),
    theirs: sideOf(evidence.theirs, evidence.differs),
    ways: breakClass(row.class)
      .ways.map((way) => verbOf[way])
      .join(' '),
  };
  return csvRow(sheetColumns.map((column) => (isToFill(column) ? null : shown[column])));
}

/** The fields of one side that differ, as `field=value` with semicolons between them. */
const sideOf = (side: Readonly<Record<string, string | null>>, differs: readonly string[]): string =>
  differs.map((field) => `${field}=${side[field] ?? ''}`).join('; ');
