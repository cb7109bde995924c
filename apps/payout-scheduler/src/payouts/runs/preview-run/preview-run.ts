import { inList, type Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { refuse, type previewRun as contract } from '@jeongsan/platform-contract';
import { payoutRunStates } from '@jeongsan/state-machines';
import { readRun } from '../read-runs/read-runs.js';
import { readOutliers, type OutlierRules } from './read-outliers.js';
import { leftOutReason } from './read-left-out.js';

type Preview = Omit<Output<typeof contract>, 'cover'>;
type RunRef = Readonly<{ id: string; businessDate: string; cutoff: Date }>;

const CHANGES_SHOWN = 10;

/**
 * The facts that an approver needs about a run, from its statements and payouts. Set-based; the size of the answer does
 * not grow with the run. Throws RUN_NOT_FOUND, and RUN_STATE while the run is still being drafted.
 */
export async function previewRun(db: Executor, runId: string, rules?: OutlierRules): Promise<Preview> {
  const run = await readRun(db, runId);
  if (run.state === 'empty') throw refuse('RUN_STATE', `Run ${runId} is empty: nobody was to be settled`);
  if (run.contentHash === '') throw refuse('RUN_STATE', `Run ${runId} is still being drafted: look again in a moment`);
  return {
    run,
    totals: await readTotals(db, runId, run.payoutCount),
    delta: await readDelta(db, run),
    outliers: await readOutliers(db, run, rules),
    leftOut: await readLeftOutReasons(db, runId),
    late: await readLate(db, run.cutoff),
  };
}

async function readTotals(db: Executor, runId: string, payouts: number): Promise<Preview['totals']> {
  // The movements made by the closing itself are subtracted, so the rest comes from sales and cancels.
  const [row] = await db.query<Omit<Preview['totals'], 'payouts'>[]>(
    `select count(*)::int as sellers,
            coalesce(sum(payout_amount), 0)::bigint as paid,
            coalesce(sum(opening), 0)::bigint as opening,
            coalesce(sum(movements - reserve_released + debt_netted + withheld + reserve_held), 0)::bigint as gross,
            coalesce(sum(reserve_released), 0)::bigint as "reserveReleased",
            coalesce(sum(debt_netted), 0)::bigint as "debtNetted",
            coalesce(sum(withheld), 0)::bigint as withheld,
            coalesce(sum(reserve_held), 0)::bigint as "reserveHeld",
            coalesce(sum(carried), 0)::bigint as carried
       from payouts.statement where run_id = $1`,
    [runId],
  );
  if (!row) throw new Error(`A sum over the statements of run ${runId} has no row`);
  return { ...row, payouts };
}

type Change = { seller_id: string; amount: bigint; previous: bigint; change: bigint };

async function readDelta(db: Executor, run: RunRef): Promise<Preview['delta']> {
  const [last] = await db.query<{ id: string; business_date: string; total: bigint; count: number }[]>(
    `select o.id, o.business_date, r.total - o.total as total, r.payout_count - o.payout_count as count
       from payouts.run o join payouts.run r on r.id = $1
      where o.business_date < r.business_date and o.content_hash <> '' and o.state not in ${inList(payoutRunStates.givenUp)}
      order by o.business_date desc limit 1`,
    [run.id],
  );
  if (!last) return null;
  const changes = await db.query<Change[]>(
    `with change as materialized (
       select seller_id, coalesce(n.payout_amount, 0) as amount, coalesce(o.payout_amount, 0) as previous,
              coalesce(n.payout_amount, 0) - coalesce(o.payout_amount, 0) as change
         from (select seller_id, payout_amount from payouts.statement where run_id = $1) n
         full join (select seller_id, payout_amount from payouts.statement where run_id = $2) o using (seller_id)
     )
     (select * from change where change > 0 order by change desc, seller_id limit $3)
     union all
     (select * from change where change < 0 order by change, seller_id limit $3)`,
    [run.id, last.id, CHANGES_SHOWN],
  );
  const shown = changes.map(({ seller_id, ...rest }) => ({ sellerId: seller_id, ...rest }));
  return {
    runId: last.id,
    businessDate: last.business_date,
    total: last.total,
    payoutCount: last.count,
    increases: shown.filter(({ change }) => change > 0n),
    decreases: shown.filter(({ change }) => change < 0n),
  };
}

function readLeftOutReasons(db: Executor, runId: string): Promise<Preview['leftOut']> {
  return db.query<Preview['leftOut']>(
    `select ${leftOutReason} as reason, count(*)::int as sellers, sum(carried)::bigint as amount
       from payouts.statement where run_id = $1 and carried > 0 group by 1 order by 3 desc, 1`,
    [runId],
  );
}

/**
 * The movements of `payable` on or after the cut-off that stand on no statement. Money reserved for a payout is no
 * movement.
 */
async function readLate(db: Executor, cutoff: Date): Promise<Preview['late']> {
  const [row] = await db.query<Preview['late'][]>(
    `select count(*)::int as count, coalesce(sum(-e.amount), 0)::bigint as amount
       from ledger.entry e
       join ledger.posting p on p.id = e.posting_id and p.template <> 'payout.reserved'
      where e.effective_at >= $1 and e.currency = 'KRW' and e.account_code like 'seller:%:payable'
        and not exists (select from payouts.statement_line l where l.entry_id = e.id)`,
    [cutoff],
  );
  return row ?? { count: 0, amount: 0n };
}
