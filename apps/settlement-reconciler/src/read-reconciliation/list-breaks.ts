import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listBreaks as listBreaksEndpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { pageSize } from './page-size.js';

type BreakView = Output<typeof listBreaksEndpoint>['items'][number];

/** SQL: the columns of a break with the decision about it, from reconciliation.break `b` and BREAK_DECISION. */
export const BREAK_VIEW = `b.id, b.class, b.subject, b.business_date as "businessDate", b.expected, b.found,
       b.opened_at as "openedAt", b.resolved_at as "resolvedAt",
       case when b.resolution = 'CAUSE_GONE' or b.resolution is null then b.resolution else 'BY_PERSON' end as resolution,
       coalesce(d.reason, nullif(nullif(b.resolution, 'CAUSE_GONE'), 'BY_PERSON')) as reason, d.evidence, d.resolved_by as "resolvedBy"`;
export const BREAK_DECISION = `left join reconciliation.break_resolution d on d.break_id = b.id`;

/**
 * Breaks, oldest first: all, only open or only closed ones. The cursor is the id of the last break of the previous
 * page.
 */
export async function listBreaks(
  db: DataSource,
  { open, after, limit }: Input<typeof listBreaksEndpoint>['query'],
): Promise<Output<typeof listBreaksEndpoint>> {
  const size = pageSize(limit);
  const which = { true: 'and b.resolved_at is null', false: 'and b.resolved_at is not null', all: '' }[open ?? 'all'];
  const from =
    after === undefined
      ? ''
      : 'and (b.opened_at, b.id) > (select c.opened_at, c.id from reconciliation.break c where c.id = $2)';
  const rows = await db.query<BreakView[]>(
    `select ${BREAK_VIEW} from reconciliation.break b ${BREAK_DECISION}
      where true ${which} ${from} order by b.opened_at, b.id limit $1`,
    [size + 1, ...(after === undefined ? [] : [after])],
  );
  return pageOf(rows, size, (row) => row.id);
}
