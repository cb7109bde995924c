import type { DecisionRow } from '@jeongsan/audit';
import type { Executor } from '@jeongsan/database';
import { BYTE_ORDER_MARK, csvRow, type FileAnswerContent } from '@jeongsan/http-contract';
import { statement } from '@jeongsan/sql';
import { aboutOf, type DecisionFilters, matching, MATCHING } from './list-decisions.js';

const PAGE_ROWS = 2_000;

// The text of the facts, and the time as it was hashed: a reader of the file can compute each hash anew.
const PAGE = statement(`
  select d.number, d.id, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, d.kind, d.subject, d.service, d.actor,
         d.credential, d.reason, d.before::text as before, d.after::text as after, d.prev_hash as "prevHash", d.hash
    from audit.decision d where ${MATCHING} and d.number > :after order by d.number limit :rows`);

const columns = [
  'number',
  'at',
  'kind',
  'about',
  'subject',
  'service',
  'actor',
  'credential',
  'reason',
  'before',
  'after',
  'id',
  'prevHash',
  'hash',
] as const;

/** Decisions as a file, the earliest first, read and written page by page: memory does not grow with the trail. */
export function exportDecisions(
  db: Executor,
  { format, ...filters }: DecisionFilters & Readonly<{ format: 'csv' | 'ndjson' }>,
): FileAnswerContent {
  const isCsv = format === 'csv';
  return {
    contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    fileName: `decisions.${format}`,
    ...(isCsv && { localName: '의사결정_기록.csv' }),
    bytes: bytesOf(pagesOf(db, filters), isCsv ? csvOf : ndjsonOf, isCsv ? BYTE_ORDER_MARK + csvRow(columns) : ''),
  };
}

async function* pagesOf(db: Executor, filters: DecisionFilters): AsyncGenerator<DecisionRow[]> {
  let after = 0n;
  for (;;) {
    const rows = await PAGE.rows<DecisionRow>(db, { ...matching(filters), after, rows: PAGE_ROWS });
    yield rows;
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.number ?? after;
  }
}

async function* bytesOf(
  pages: AsyncIterable<readonly DecisionRow[]>,
  lineOf: (row: DecisionRow) => string,
  head: string,
): AsyncGenerator<Uint8Array> {
  if (head !== '') yield Buffer.from(head);
  for await (const rows of pages) if (rows.length > 0) yield Buffer.from(rows.map(lineOf).join(''));
}

const ndjsonOf = (row: DecisionRow): string => `${JSON.stringify({ ...row, number: Number(row.number) })}\n`;

const csvOf = (row: DecisionRow): string => {
  const cells = { ...row, number: String(row.number), about: aboutOf(row.kind) };
  return csvRow(columns.map((column) => cells[column]));
};
