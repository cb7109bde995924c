import { randomUUID } from 'node:crypto';
import { businessDateOf, CalendarYearUnknown, instantAt } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { refuse, type dryRun as contract } from '@jeongsan/platform-contract';
import type { DataSource, EntityManager } from 'typeorm';
import { closeStatements } from '../../closing/close-statements/close-statements.js';
import { settlingTerms, type TermsGroup } from '../../payouts/runs/draft-run/draft-run.js';
import { matureStep } from '../../closing/mature-lines/mature-lines.js';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { statement } from '@jeongsan/sql';

type Asked = Input<typeof contract>['body'];
type DryRun = Output<typeof contract>;

const SELLERS_DEFAULT = 100;
const TRANCHES_PER_STEP = 5_000;
const DRAFTED_AT = '04:00:00';

/**
 * The run of a date for a page of sellers, computed by the code that drafts runs: everything is done in one transaction
 * that is rolled back, so no row, event or reference remains. The sellers' accounts are locked meanwhile, so a page has
 * few sellers.
 */
export async function dryRun(db: DataSource, asked: Asked, policy: PayoutPolicy, now: Date): Promise<DryRun> {
  const { businessDate, after = '', limit = SELLERS_DEFAULT } = asked;
  if (businessDate < businessDateOf(now))
    throw refuse('RUN_DATE_PAST', `${businessDate} is over: look at what happened`);
  const groups = await groupsOf(db, businessDate, policy);
  const sellers = await sellersOf(db, groups, businessDate, after, limit);
  const items = sellers.length === 0 ? [] : await tryOut(db, sellers, businessDate, policy, now);
  return {
    items,
    nextCursor: sellers.length === limit ? (sellers.at(-1) ?? null) : null,
    payoutTotal: items.reduce((sum, item) => sum + item.payoutAmount, 0n),
    carriedTotal: items.reduce((sum, item) => sum + item.carried, 0n),
  };
}

async function groupsOf(db: DataSource, businessDate: string, policy: PayoutPolicy): Promise<TermsGroup[]> {
  try {
    return await settlingTerms(db, businessDate, policy);
  } catch (error) {
    if (error instanceof CalendarYearUnknown) throw refuse('CALENDAR_YEAR_UNKNOWN', error.message);
    throw error;
  }
}

const SELLERS = statement(`
  select t.seller_id
   from (select distinct on (seller_id) seller_id, cycle, date_policy from payouts.seller_terms
          where effective_from <= :businessDate and seller_id > :after order by seller_id, effective_from desc) t
  where (t.cycle, t.date_policy) in (select * from unnest(:cycles::text[], :datePolicies::text[]))
  order by t.seller_id limit :limit`);

async function sellersOf(
  db: DataSource,
  groups: readonly TermsGroup[],
  businessDate: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await SELLERS.rows<{ seller_id: string }>(db, {
    cycles: groups.map((g) => g.cycle),
    datePolicies: groups.map((g) => g.date_policy),
    businessDate,
    after,
    limit,
  });
  return rows.map((row) => row.seller_id);
}

/** Carries the result out of the transaction that is rolled back. */
class Undone extends Error {
  constructor(readonly found: DryRun['items']) {
    super('A dry run is undone');
  }
}

async function tryOut(
  db: DataSource,
  sellers: readonly string[],
  businessDate: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<DryRun['items']> {
  const drafted = instantAt(businessDate, DRAFTED_AT);
  const at = drafted > now ? drafted : now;
  try {
    return await transaction(db, async (tx): Promise<DryRun['items']> => {
      const run = await openTrial(tx, businessDate, at);
      const settlements = businessDate > businessDateOf(now) ? 'expected' : 'seen';
      const step = () => matureStep(tx, sellers, businessDate, TRANCHES_PER_STEP, settlements);
      while ((await step()) === TRANCHES_PER_STEP);
      await closeStatements(tx, run, sellers, policy, at);
      throw new Undone(await statementsOf(tx, run.runId));
    });
  } catch (error) {
    if (error instanceof Undone) return error.found;
    throw error;
  }
}

async function openTrial(tx: EntityManager, businessDate: string, cutoff: Date) {
  const runId = randomUUID();
  const opened = await tx.query<unknown[]>(
    `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
     values ($1, $2, $3, 'draft', 0, 0, 0, 0, '', 'system:dry-run', $3) on conflict (business_date) do nothing returning id`,
    [runId, businessDate, cutoff],
  );
  if (opened.length === 0) throw refuse('RUN_DATE_TAKEN', `${businessDate} has a run: look at its preview`);
  return { runId, businessDate, cutoff };
}

const statementsOf = (tx: EntityManager, runId: string): Promise<DryRun['items']> =>
  tx.query<DryRun['items']>(
    `select seller_id as "sellerId", opening, movements, payout_amount as "payoutAmount", carried, hold_reason as "holdReason",
            reserve_released as "reserveReleased", debt_netted as "debtNetted", withheld, reserve_held as "reserveHeld",
            held_back as "heldBack"
       from payouts.statement where run_id = $1 order by seller_id`,
    [runId],
  );
