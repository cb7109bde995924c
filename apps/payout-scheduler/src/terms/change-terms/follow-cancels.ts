import { instantAt } from '@jeongsan/calendar';
import { type Executor, transaction } from '@jeongsan/database';
import {
  addDifferences,
  differenceColumns,
  differenceKeys,
  followUpDifference,
  type LineComponents,
  type LineDifference,
  NO_DIFFERENCE,
  recordOf,
} from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import {
  CANCELED,
  FROZEN,
  type LineStep,
  REPRICED,
  type RepricedRow,
  repricedOf,
  writeSteps,
} from './changed-lines.js';
import { lockSeller, postAdjustment } from './post-adjustment.js';

const STEP = { sellers: 500, lines: 2_000 };

/**
 * SQL: adjusted lines whose canceled amount differs from the one that their last adjustment counted, under the change
 * in force.
 */
const behind = (whose: string): string => `
  select a.*, now.canceled as now_canceled
    from (select distinct on (a.order_id, a.line_id) a.*, c.seller_id
            from payouts.line_adjustment a
            join payouts.terms_change c on c.id = a.change_id and c.state = 'approved' and not c.is_estimate
           where c.seller_id ${whose}
           order by a.order_id, a.line_id, c.approval desc, a.step desc) a
    join gateway.order_line l on (l.order_id, l.line_id) = (a.order_id, a.line_id)
    cross join lateral (select ${CANCELED} as canceled) now
   where a.canceled <> now.canceled`;

/**
 * Adjusts approved changes to cancels and payments since: a cancel reverses the frozen components only, so the
 * adjustment of a canceled line must be reversed too. Can be repeated at any point.
 */
export async function followCancels(db: DataSource, businessDate: string): Promise<void> {
  const effectiveAt = instantAt(businessDate, '00:00:00');
  for (let after = ''; ;) {
    const sellers = await db.query<{ sellerId: string }[]>(
      `select distinct seller_id as "sellerId" from (${behind('> $1')}) a order by 1 limit $2`,
      [after, STEP.sellers],
    );
    for (const { sellerId } of sellers) await transaction(db, (tx) => followSeller(tx, sellerId, effectiveAt));
    const last = sellers.at(-1);
    if (!last || sellers.length < STEP.sellers) return;
    after = last.sellerId;
  }
}

/**
 * Like followCancels for one seller, whose accounts it locks: posts one difference for each change that is behind, with
 * the key `terms.adjusted/{changeId}/{n}`.
 */
export async function followSeller(tx: EntityManager, sellerId: string, effectiveAt: Date): Promise<void> {
  await lockSeller(tx, sellerId);
  for (let found = STEP.lines; found === STEP.lines;) {
    const rows = await linesBehind(tx, sellerId);
    for (const changeId of new Set(rows.map((row) => row.changeId))) {
      const lines = rows.filter((row) => row.changeId === changeId);
      await followChange(tx, sellerId, changeId, lines, effectiveAt);
    }
    found = rows.length;
  }
}

type Accounted = { [K in keyof LineDifference as `done.${K}`]: bigint };
type Row = LineComponents &
  RepricedRow &
  Accounted &
  Readonly<{ changeId: string; orderId: string; lineId: string; canceled: bigint; ruleId: string | null }>;

const linesBehind = (tx: Executor, sellerId: string): Promise<Row[]> =>
  tx.query<Row[]>(
    `select a.change_id as "changeId", a.now_canceled as canceled, a.rule_id as "ruleId", ${FROZEN}, ${REPRICED}, done.*
       from (${behind('= $1')} order by a.order_id, a.line_id limit $2) a
       join gateway.order_line l on (l.order_id, l.line_id) = (a.order_id, a.line_id)
       cross join lateral (
         select ${selected(differenceColumns, (column) => `sum(x.${column})::bigint`, 'done.')}
           from payouts.line_adjustment x
           join payouts.terms_change c on c.id = x.change_id and c.state = 'approved' and not c.is_estimate
          where (x.order_id, x.line_id) = (a.order_id, a.line_id)) done`,
    [sellerId, STEP.lines],
  );

async function followChange(
  tx: EntityManager,
  sellerId: string,
  changeId: string,
  rows: readonly Row[],
  effectiveAt: Date,
): Promise<void> {
  const lines = rows.map(followUp);
  const [last] = await tx.query<{ step: number }[]>(
    `select max(step)::int as step from payouts.line_adjustment where change_id = $1`,
    [changeId],
  );
  const step = (last?.step ?? 0) + 1;
  await writeSteps(tx, changeId, step, lines, effectiveAt);
  const moved = lines.reduce((sum, line) => addDifferences(sum, line.difference), NO_DIFFERENCE);
  await postAdjustment(tx, sellerId, `${changeId}/${step}`, moved, effectiveAt);
}

function followUp(row: Row): LineStep {
  const { orderId, lineId, canceled, ruleId } = row;
  const repriced = repricedOf(row.paid, row);
  const accounted = recordOf(differenceKeys, (key) => row[`done.${key}` as const]);
  const difference = followUpDifference(row, repriced, canceled, accounted);
  return { orderId, lineId, canceled, repriced, difference, ruleId };
}
