import { recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Caller } from '@jeongsan/nest-kit';
import { type BreakSheetView, refuse, type SheetKind, type SheetOutcome } from '@jeongsan/platform-contract';
import { int, jsonb, manyRows, statement } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import type { BreakPolicy } from '../resolve-break/break-policy.js';
import { lockBreaksOf } from './lock-breaks-of.js';
import type { AskedRow } from './parse-sheet.js';
import { noSheet, readSheet } from './read-sheet.js';
import type { Cells } from './sheet-columns.js';
import { actOnRow } from './sheet-verbs.js';

/** Rows of one transaction: their breaks are locked until all of them have their results. */
const ROWS_PER_SET = 50;

type Asked = Readonly<{ id: string; kind: SheetKind; caller: Caller; policy: BreakPolicy; now: Date }>;
type Sheet = Readonly<{
  contentHash: string;
  rows: number;
  uploadedBy: string;
  expiresAt: Date;
  begunAt: Date | null;
  appliedAt: Date | null;
}>;

/**
 * Carries out the rows of a previewed sheet that were not refused, set by set. The results of a set are written in the transaction of its
 * changes, so a repeat after a crash goes on with the rows that have none. Throws BREAK_SHEET_NOT_FOUND, BREAK_SHEET_EXPIRED,
 * BREAK_SHEET_OTHER_PERSON.
 */
export async function applySheet(db: DataSource, asked: Asked): Promise<BreakSheetView> {
  await transaction(db, (tx) => begin(tx, asked));
  for (let isLeft = true; isLeft;) isLeft = await transaction(db, (tx) => applySet(tx, asked), 'apply-break-sheet');
  return readSheet(db, asked.id, asked.now);
}

const LOCK = statement(`
  select content_hash as "contentHash", row_count as rows, uploaded_by as "uploadedBy", expires_at as "expiresAt", begun_at as "begunAt",
         applied_at as "appliedAt"
    from reconciliation.break_sheet where id = :id and kind = :kind for update`);

async function lockSheet(tx: EntityManager, { id, kind }: Asked): Promise<Sheet> {
  const [sheet] = await LOCK.rows<Sheet>(tx, { id, kind });
  if (!sheet) throw noSheet(id);
  return sheet;
}

async function begin(tx: EntityManager, asked: Asked): Promise<void> {
  const { id, kind, caller, now } = asked;
  const { contentHash, rows, uploadedBy, expiresAt, begunAt } = await lockSheet(tx, asked);
  if (uploadedBy !== caller.actor)
    throw refuse('BREAK_SHEET_OTHER_PERSON', `The spreadsheet was previewed by ${uploadedBy}: preview it yourself`);
  if (begunAt !== null) return;
  if (expiresAt < now)
    throw refuse(
      'BREAK_SHEET_EXPIRED',
      `The preview was valid until ${expiresAt.toISOString()}: preview the file again`,
    );
  await tx.query(`update reconciliation.break_sheet set begun_at = $2 where id = $1`, [id, now]);
  const { actor, credential } = caller;
  const after = { sheet: kind, rows, contentHash };
  await recordDecision(
    tx,
    { kind: 'break-sheet.applied', subject: id, actor, credential, reason: null, before: null, after },
    now,
  );
}

const LEFT = statement(`
  select position, cells from reconciliation.break_sheet_row
   where sheet_id = :id and result is null and preview ->> 'outcome' <> 'refused' order by position limit :rows`);

/** Carries out the next rows; false: no row is left. */
async function applySet(tx: EntityManager, { id: sheetId, ...asked }: Asked): Promise<boolean> {
  const { appliedAt } = await lockSheet(tx, { id: sheetId, ...asked });
  if (appliedAt !== null) return false;
  const left = await LEFT.rows<{ position: number; cells: Cells & { hasMoreCells: boolean } }>(tx, {
    id: sheetId,
    rows: ROWS_PER_SET,
  });
  const rows = left.map(({ position, cells }): AskedRow => ({ position, cells, hasMoreCells: cells.hasMoreCells }));
  await lockBreaksOf(tx, rows);
  const done: Done[] = [];
  for (const row of rows) done.push({ position: row.position, result: await actOnRow(row, { tx, sheetId, ...asked }) });
  await STORE_RESULTS.rows(tx, { id: sheetId, done });
  if (rows.length === ROWS_PER_SET) return true;
  await tx.query(`update reconciliation.break_sheet set applied_at = $2 where id = $1`, [sheetId, asked.now]);
  return false;
}

type Done = Readonly<{ position: number; result: SheetOutcome }>;

const STORE_RESULTS = statement(
  `update reconciliation.break_sheet_row r set result = d.result from :done.unnest as d(:done.columns)
    where r.sheet_id = :id and r.position = d.position`,
  { done: manyRows<Done>({ position: int((d) => d.position), result: jsonb((d) => d.result) }) },
);
