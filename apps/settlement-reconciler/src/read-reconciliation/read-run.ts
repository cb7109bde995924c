import { inList } from '@jeongsan/database';
import { refuse, type RunReport } from '@jeongsan/platform-contract';
import { breakStates } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import { rowsRead } from './rows-read.js';

type RunRow = {
  state: string;
  finished_at: Date | null;
  transactions: number;
  settlements: number;
  open_breaks: bigint;
  excepted_breaks: bigint;
};

const EXCEPTED = inList(breakStates.excepted);

/** The state of the run of a date, the numbers of rows it read last, and the breaks up to its date that are open or excepted now. */
export async function readRun(db: DataSource, businessDate: string): Promise<z.output<typeof RunReport>> {
  const [run] = await db.query<RunRow[]>(
    `select r.state, r.finished_at, d.transactions, d.settlements,
            (select count(*) from reconciliation.break b where b.business_date <= r.business_date and b.resolved_at is null) as open_breaks,
            (select count(*) from reconciliation.break b where b.business_date <= r.business_date and b.state in ${EXCEPTED}) as excepted_breaks
       from reconciliation.run r
      cross join lateral (${rowsRead('r')}) d
      where r.business_date = $1`,
    [businessDate],
  );
  if (!run) throw refuse('RECONCILIATION_NOT_FOUND', `Nothing was reconciled on ${businessDate}`);
  return {
    businessDate,
    state: run.state,
    transactions: run.transactions,
    settlements: run.settlements,
    openBreaks: Number(run.open_breaks),
    exceptedBreaks: Number(run.excepted_breaks),
    finishedAt: run.finished_at,
  };
}
