import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listBreaks as listBreaksEndpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import type { BreakClass } from '../report-breaks/report-breaks.js';
import { pageSize } from './page-size.js';

type BreakRow = {
  id: string;
  class: BreakClass;
  subject: string;
  business_date: string;
  expected: string | null;
  found: string | null;
  opened_at: Date;
  resolved_at: Date | null;
};

/**
 * Breaks, oldest first: all, only open or only closed ones. The cursor is the id of the last break of the previous
 * page.
 */
export async function listBreaks(
  db: DataSource,
  { open, after, limit }: Input<typeof listBreaksEndpoint>['query'],
): Promise<Output<typeof listBreaksEndpoint>> {
  const size = pageSize(limit);
  const which = { true: 'and resolved_at is null', false: 'and resolved_at is not null', all: '' }[open ?? 'all'];
  const from =
    after === undefined
      ? ''
      : 'and (opened_at, id) > (select c.opened_at, c.id from reconciliation.break c where c.id = $2)';
  const rows = await db.query<BreakRow[]>(
    `select id, class, subject, business_date, expected, found, opened_at, resolved_at
       from reconciliation.break where true ${which} ${from} order by opened_at, id limit $1`,
    [size + 1, ...(after === undefined ? [] : [after])],
  );
  const items = rows.map((b) => ({
    id: b.id,
    class: b.class,
    subject: b.subject,
    businessDate: b.business_date,
    expected: b.expected,
    found: b.found,
    openedAt: b.opened_at,
    resolvedAt: b.resolved_at,
  }));
  return pageOf(items, size, (row) => row.id);
}
