import { createHash } from 'node:crypto';
import { transaction } from '@jeongsan/database';
import type { BreakSheetView, SheetKind, SheetOutcome } from '@jeongsan/platform-contract';
import type { Caller } from '@jeongsan/nest-kit';
import { int, jsonb, manyRows, statement } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import type { BreakPolicy } from '../resolve-break/break-policy.js';
import { lockBreaksOf } from './lock-breaks-of.js';
import { type AskedRow, parseSheet } from './parse-sheet.js';
import { readSheet } from './read-sheet.js';
import { actOnRow } from './sheet-verbs.js';

/** After this time the breaks are likely to be other ones. */
const PREVIEW_HOURS = 24;

type Asked = Readonly<{ id: string; kind: SheetKind; content: string }>;
type Judged = AskedRow & Readonly<{ preview: SheetOutcome }>;

/**
 * Keeps a file with what each of its rows would do; a repeat with the same id changes nothing. Throws the refusals of parseSheet.
 */
export async function previewSheet(
  db: DataSource,
  { id, kind, content }: Asked,
  caller: Caller,
  policy: BreakPolicy,
  now: Date,
): Promise<BreakSheetView> {
  const bytes = Buffer.from(content, 'base64');
  const rows = parseSheet(bytes, kind);
  const judged = await tryRows(db, rows, { sheetId: id, kind, caller, policy, now });
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  const expiresAt = new Date(now.getTime() + PREVIEW_HOURS * 3_600_000);
  await transaction(db, async (tx) => {
    const { actor } = caller;
    const made = await STORE.rows(tx, { id, kind, contentHash, rows: rows.length, by: actor, now, expiresAt });
    if (made.length > 0) await STORE_ROWS.rows(tx, { id, row: judged });
  });
  return readSheet(db, id, now);
}

/** Thrown to undo what was tried. */
class Tried extends Error {
  override name = 'Tried';
  constructor(readonly rows: readonly Judged[]) {
    super('The rows were tried');
  }
}

type By = Readonly<{ sheetId: string; kind: SheetKind; caller: Caller; policy: BreakPolicy; now: Date }>;

/**
 * Carries out all rows in one transaction and undoes it. So a preview has the answers of the verbs themselves, and rows count those before
 * them, such as the limit of one person for a day.
 */
async function tryRows(db: DataSource, rows: readonly AskedRow[], by: By): Promise<readonly Judged[]> {
  const work = async (tx: EntityManager): Promise<never> => {
    await lockBreaksOf(tx, rows);
    const judged: Judged[] = [];
    for (const row of rows) judged.push({ ...row, preview: await actOnRow(row, { tx, ...by }) });
    throw new Tried(judged);
  };
  try {
    return await transaction(db, work);
  } catch (error) {
    if (error instanceof Tried) return error.rows;
    throw error;
  }
}

const STORE = statement(`
  insert into reconciliation.break_sheet (id, kind, content_hash, row_count, uploaded_by, uploaded_at, expires_at)
  values (:id, :kind, :contentHash, :rows, :by, :now, :expiresAt) on conflict (id) do nothing returning id`);

const STORE_ROWS = statement(
  `insert into reconciliation.break_sheet_row (sheet_id, :row.columns) select :id::uuid, r.* from :row.unnest as r(:row.columns)`,
  {
    row: manyRows<Judged>({
      position: int((r) => r.position),
      cells: jsonb(({ cells, hasMoreCells }) => ({ ...cells, hasMoreCells })),
      preview: jsonb((r) => r.preview),
    }),
  },
);
