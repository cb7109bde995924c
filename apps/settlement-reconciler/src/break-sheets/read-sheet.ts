import { type Executor, pageSize } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import { type BreakSheetView, type listBreakSheetRows, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

type RowView = Output<typeof listBreakSheetRows>['items'][number];

/** SQL: the numbers of the rows of sheet `s` by an outcome. */
const counted = (of: string): string => `
  coalesce((select jsonb_object_agg(c.outcome, c.rows)
              from (select ${of} ->> 'outcome' as outcome, count(*) as rows from reconciliation.break_sheet_row
                     where sheet_id = s.id and ${of} is not null group by 1) c), '{}')`;

const READ = statement(`
  select s.id, s.kind, s.content_hash as "contentHash", s.row_count as rows, s.uploaded_by as "uploadedBy", s.uploaded_at as "uploadedAt",
         s.expires_at as "expiresAt", s.applied_at as "appliedAt", ${counted('preview')} as preview, ${counted('result')} as results,
         case when s.applied_at is not null then 'applied' when s.begun_at is not null then 'applying'
              when s.expires_at < :now then 'expired' else 'previewed' end as state
    from reconciliation.break_sheet s where s.id = :id`);

/** A sheet with the numbers of its rows. @throws BREAK_SHEET_NOT_FOUND */
export async function readSheet(db: Executor, id: string, now: Date): Promise<BreakSheetView> {
  const [found] = await READ.rows<BreakSheetView>(db, { id, now });
  if (!found) throw noSheet(id);
  return found;
}

export const noSheet = (id: string): Error => refuse('BREAK_SHEET_NOT_FOUND', `There is no spreadsheet ${id}`);

const ROWS = statement(`
  select r.position as row, r.cells ->> 'id' as "breakId", r.cells ->> 'verb' as verb, b.class, b.subject, b.amount, b.currency, r.preview, r.result
    from reconciliation.break_sheet_row r
    left join reconciliation.break b
      on b.id = case when r.cells ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (r.cells ->> 'id')::uuid end
   where r.sheet_id = :id and r.position > :after
     and (:outcome::text is null or coalesce(r.result, r.preview) ->> 'outcome' = :outcome)
   order by r.position limit :limit`);

/** The rows of a sheet, in the order of the file. @throws BREAK_SHEET_NOT_FOUND */
export async function listSheetRows(
  db: Executor,
  id: string,
  { outcome = undefined, after = 0, limit }: Input<typeof listBreakSheetRows>['query'],
  now: Date,
): Promise<Output<typeof listBreakSheetRows>> {
  await readSheet(db, id, now);
  const size = pageSize(limit);
  const rows = await ROWS.rows<RowView>(db, { id, after, outcome: outcome ?? null, limit: size + 1 });
  return pageOf(rows, size, ({ row }) => String(row));
}
