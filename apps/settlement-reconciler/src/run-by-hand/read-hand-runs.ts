import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { refuse, type getHandRun, type listHandRuns as listContract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import { pageSize } from '../read-reconciliation/page-size.js';

type View = Output<typeof getHandRun>;
type Row = Omit<View, 'pages' | 'rows' | 'openBreaks'> & { pages: bigint; rows: bigint; openBreaks: bigint };

const columns = `
  h.id, h.from_date as "from", h.to_date as "to", h.mode, h.dry_run as "dryRun", h.reason, h.requested_by as "requestedBy",
  h.requested_at as "requestedAt", h.state, h.day, h.stage, h.results, h.error, h.canceled_by as "canceledBy", h.finished_at as "finishedAt",
  coalesce((select sum(d.pages) from reconciliation.download d where d.business_date = h.day), 0)::bigint as pages,
  coalesce((select sum(d.rows) from reconciliation.download d where d.business_date = h.day), 0)::bigint as rows,
  (select count(*) from reconciliation.break b where b.business_date = h.day and b.resolved_at is null) as "openBreaks"`;

const viewOf = ({ pages, rows, openBreaks, ...rest }: Row): View => ({
  ...rest,
  ...{ pages: Number(pages), rows: Number(rows), openBreaks: Number(openBreaks) },
});

/** One run by hand; throws HAND_RUN_NOT_FOUND. */
export async function readHandRun(db: DataSource, id: string): Promise<View> {
  const [row] = await db.query<Row[]>(`select ${columns} from reconciliation.hand_run h where h.id = $1`, [id]);
  if (!row) throw refuse('HAND_RUN_NOT_FOUND', `There is no run by hand ${id}`);
  return viewOf(row);
}

const PAGE = statement(`
  select ${columns} from reconciliation.hand_run h
   where :after::uuid is null
      or (h.requested_at, h.id) < (select a.requested_at, a.id from reconciliation.hand_run a where a.id = :after::uuid)
   order by h.requested_at desc, h.id desc limit :most`);

/** Runs by hand, newest first. The cursor is the id of the last one of the previous page. */
export async function listHandRuns(
  db: DataSource,
  { after, limit }: Input<typeof listContract>['query'],
): Promise<Output<typeof listContract>> {
  const size = pageSize(limit);
  const rows = await PAGE.rows<Row>(db, { after: after ?? null, most: size + 1 });
  return pageOf(rows.map(viewOf), size, ({ id }) => id);
}
