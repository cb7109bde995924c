import { type Executor, filteredList, fromDay, is, toDay } from '@jeongsan/database';
import { type Input, type Output } from '@jeongsan/http-contract';
import { refuse, type getHandRun, type listHandRuns as listContract } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';

type View = Output<typeof getHandRun>;
type Row = Omit<View, 'pages' | 'rows' | 'openBreaks'> & { pages: bigint; rows: bigint; openBreaks: bigint };

/** SQL: the results of the dates that ended; the date at hand has an entry with what was open before. */
export const endedResults = (results: string): string =>
  `jsonb_path_query_array(${results}, '$[*] ? (!exists(@.before))')`;

const columnsOf = (row: string): string => `
  ${row}.id, ${row}.from_date as "from", ${row}.to_date as "to", ${row}.mode, ${row}.dry_run as "dryRun", ${row}.reason, ${row}.requested_by as "requestedBy",
  ${row}.requested_at as "requestedAt", ${row}.state, ${row}.day, ${row}.stage, ${endedResults(`${row}.results`)} as results, ${row}.error, ${row}.canceled_by as "canceledBy", ${row}.finished_at as "finishedAt",
  coalesce((select sum(d.pages) from reconciliation.download d where d.business_date = ${row}.day), 0)::bigint as pages,
  coalesce((select sum(d.rows) from reconciliation.download d where d.business_date = ${row}.day), 0)::bigint as rows,
  (select count(*) from reconciliation.break b where b.business_date = ${row}.day and b.resolved_at is null) as "openBreaks"`;

const viewOf = ({ pages, rows, openBreaks, ...rest }: Row): View => ({
  ...rest,
  ...{ pages: Number(pages), rows: Number(rows), openBreaks: Number(openBreaks) },
});

/** One run by hand; throws HAND_RUN_NOT_FOUND. */
export async function readHandRun(db: Executor, id: string): Promise<View> {
  const [row] = await db.query<Row[]>(`select ${columnsOf('h')} from reconciliation.hand_run h where h.id = $1`, [id]);
  if (!row) throw refuse('HAND_RUN_NOT_FOUND', `There is no run by hand ${id}`);
  return viewOf(row);
}

const RUNS = filteredList({
  from: 'reconciliation.hand_run',
  columns: columnsOf('x'),
  order: [
    { column: 'requested_at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
  isNewestFirst: true,
  leads: { from: fromDay('x.requested_at'), to: toDay('x.requested_at') },
  checks: { state: is('x.state') },
});

/** Runs by hand, newest first. The cursor is the id of the last one of the previous page. */
export async function listHandRuns(
  db: DataSource,
  query: Input<typeof listContract>['query'],
): Promise<Output<typeof listContract>> {
  const { items, nextCursor } = await RUNS.page<Row>(db, query);
  return { items: items.map(viewOf), nextCursor };
}
