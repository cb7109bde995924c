import { type Executor, filteredList, fromDate, inList, is, toDate, whether } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { listReconciliations } from '@jeongsan/platform-contract';
import { breakStates } from '@jeongsan/state-machines';
import { rowsRead } from './rows-read.js';

type Page = Output<typeof listReconciliations>;

const RUNS = filteredList({
  from: 'reconciliation.run',
  columns: `x.business_date as "businessDate", x.state, x.started_at as "startedAt", x.finished_at as "finishedAt",
            d.transactions, d.settlements,
            b.open as "openBreaks", b.excepted as "exceptedBreaks"`,
  joins: `
    cross join lateral (${rowsRead('x')}) d
    cross join lateral (
      select (select count(*)::int from reconciliation.break b
               where b.business_date = x.business_date and b.resolved_at is null) as open,
             (select count(*)::int from reconciliation.break b
               where b.business_date = x.business_date and b.state in ${inList(breakStates.excepted)}) as excepted) b`,
  order: [{ column: 'business_date', type: 'date' }],
  isNewestFirst: true,
  leads: { from: fromDate('x.business_date'), to: toDate('x.business_date') },
  checks: {
    state: is('x.state'),
    hasOpenBreaks: whether(
      'exists (select from reconciliation.break b where b.business_date = x.business_date and b.resolved_at is null)',
    ),
  },
});

/** Reconciliations by business date, newest first. */
export const listRuns = (db: Executor, query: Input<typeof listReconciliations>['query']): Promise<Page> =>
  RUNS.page<Page['items'][number]>(db, query);
