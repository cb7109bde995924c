import { addDays } from '@jeongsan/calendar';
import { inList } from '@jeongsan/database';
import { refuse, type RunReport } from '@jeongsan/platform-contract';
import { breakStates } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';

type RunRow = {
  state: string;
  finished_at: Date | null;
  transactions: bigint | null;
  settlements: bigint | null;
  open_breaks: bigint;
  excepted_breaks: bigint;
};

const EXCEPTED = inList(breakStates.excepted);

/** The state of the run of a date, the numbers of rows it read, and the breaks up to its date that are open or excepted now. */
export async function readRun(db: DataSource, businessDate: string): Promise<z.output<typeof RunReport>> {
  const [run] = await db.query<RunRow[]>(
    `select r.state, r.finished_at, d.transactions, d.settlements,
            (select count(*) from reconciliation.break b where b.business_date <= r.business_date and b.resolved_at is null) as open_breaks,
            (select count(*) from reconciliation.break b where b.business_date <= r.business_date and b.state in ${EXCEPTED}) as excepted_breaks
       from reconciliation.run r
       left join lateral (
         select sum(rows) filter (where source = 'transactions')::bigint as transactions,
                sum(rows) filter (where source = 'settlements-sold')::bigint as settlements
           from reconciliation.download d where d.business_date = r.business_date and d.day = $2 and d.pass = 1
       ) d on true
      where r.business_date = $1`,
    [businessDate, addDays(businessDate, -1)],
  );
  if (!run) throw refuse('RECONCILIATION_NOT_FOUND', `Nothing was reconciled on ${businessDate}`);
  return {
    businessDate,
    state: run.state,
    transactions: Number(run.transactions ?? 0n),
    settlements: Number(run.settlements ?? 0n),
    openBreaks: Number(run.open_breaks),
    exceptedBreaks: Number(run.excepted_breaks),
    finishedAt: run.finished_at,
  };
}
