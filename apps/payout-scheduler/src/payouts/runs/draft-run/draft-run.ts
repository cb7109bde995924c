import { cycleDateOn, parseCycle, type DatePolicy } from '@jeongsan/calendar';
import { type Executor, emit, transaction } from '@jeongsan/database';
import type { Actor } from '@jeongsan/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { approveRun } from '../approve-run/approve-run.js';
import { personNeeded } from '../approve-run/person-needed.js';
import { SCHEDULER } from '../../payout-store/decider.js';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { statement } from '@jeongsan/sql';
import { runFingerprint } from '../../payout-store/run-content.js';
import { assertMoves, lockRun, recordDraft } from '../../payout-store/run-row.js';
import { followCancels } from '../../../terms/change-terms/follow-cancels.js';
import { releaseMendedHolds } from '../../../closing/release-hold/release-mended-holds.js';
import { warnLimits } from '../warn-limits/warn-limits.js';
import { reissueByPolicy } from '../../../closing/reissues/reissue-by-policy/reissue-by-policy.js';
import { sellersToReissue } from '../../../closing/reissues/open-reissues.js';
import { closeStatements, type Cycle } from '../../../closing/close-statements/close-statements.js';
import { matureLines } from '../../../closing/mature-lines/mature-lines.js';
import { workThroughPages } from '../../../closing/work-through-pages.js';
import { holdOpen, openRun } from './open-run.js';
import type { RunFrame } from '../../../closing/close-statements/run-frame.js';
import { holdMissingTaxInvoices } from '../../../closing/close-statements/tax-invoice-gate.js';

/** Sellers per transaction: many enough to be cheap per seller, few enough that locks are held for about a second. */
const SELLERS_PER_STEP = 1_000;

/**
 * Drafts the payout run of a business date: matures due lines, closes the statements of the sellers whose cycle
 * includes the date, and reserves their payouts; then off-cycle statements of sellers whose failed payouts are paid again. Can be repeated or continued after a crash at any point: one run per
 * date, one statement per seller and date. A run that needs no person is approved by policy at once.
 */
export async function draftRun(
  db: DataSource,
  businessDate: string,
  policy: PayoutPolicy,
  now: () => Date,
  sellersPerStep = SELLERS_PER_STEP,
): Promise<void> {
  await followCancels(db, businessDate);
  await matureLines(db, businessDate);
  const groups = await settlingTerms(db, businessDate, policy);
  const run = await openRun(db, businessDate, SCHEDULER, now());
  if (run === null) return;
  await transaction(db, async (tx) => {
    await releaseMendedHolds(tx, now());
    await holdMissingTaxInvoices(tx, policy.taxInvoiceGate ?? false, now());
    await reissueByPolicy(tx, businessDate, policy.calendar, now());
  });
  const close = (cycle: Cycle, next: NextSellers) => closeInSteps(db, run, policy, now, cycle, next);
  const settled = await close('on', (after) => sellersToSettle(db, groups, businessDate, after, sellersPerStep));
  if (!settled) return;
  const reissued = await close('off', (after) => sellersToReissue(db, businessDate, after, sellersPerStep, now()));
  if (!reissued) return;
  await warnLimits(db, policy, now());
  await closeDraft(db, run, policy, now());
}

/** The next sellers after an id, sorted by id; none: the end. */
type NextSellers = (after: string) => Promise<string[]>;

/** Closes statements step by step. Returns false when another worker has sealed or deleted the run meanwhile. */
function closeInSteps(
  db: DataSource,
  run: RunFrame,
  policy: PayoutPolicy,
  now: () => Date,
  cycle: Cycle,
  next: NextSellers,
): Promise<boolean> {
  return workThroughPages(next, (sellers) =>
    transaction(
      db,
      async (tx) => {
        if (!(await holdOpen(tx, run.runId))) return false;
        await closeStatements(tx, run, sellers, policy, now(), cycle);
        return true;
      },
      'reserve',
    ),
  );
}

export type TermsGroup = { cycle: string; date_policy: DatePolicy };

/**
 * The distinct terms whose cycle includes the date. Many sellers share few kinds of terms, so the calendar is read once
 * per kind.
 */
export async function settlingTerms(db: Executor, businessDate: string, policy: PayoutPolicy): Promise<TermsGroup[]> {
  const kinds = await db.query<TermsGroup[]>(
    `select distinct cycle, date_policy from payouts.seller_terms where effective_from <= $1`,
    [businessDate],
  );
  return kinds.filter((kind) => cycleDateOn(businessDate, parseCycle(kind.cycle), kind.date_policy, policy.calendar));
}

const SELLERS_TO_SETTLE = statement(
  // Lateral joins look up each seller by itself: with plain joins, every step would scan all sellers to find its
  // thousand.
  `select t.seller_id
       from (select distinct on (seller_id) seller_id, cycle, date_policy, document from payouts.seller_terms
              where effective_from <= :businessDate and seller_id > :after order by seller_id, effective_from desc) t
      cross join lateral (
        select from ledger.account a
         where a.code = 'seller:' || t.seller_id || ':payable' and a.currency = 'KRW'
           and (t.cycle, t.date_policy) in (select * from unnest(:cycles::text[], :datePolicies::text[]))
           and not exists (select from payouts.statement s where s.seller_id = t.seller_id and s.business_date = :businessDate)
           and (a.balance <> 0
                or 0 <> (select s.carried from payouts.statement s where s.seller_id = t.seller_id order by s.business_date desc limit 1)
                or exists (select from payouts.reserve_hold r
                            where r.seller_id = t.seller_id and r.released < r.amount and r.release_on <= :businessDate)
                or (t.document ->> 'taxType' = 'WITHHOLDING'
                    and exists (select from ledger.account d
                                 where d.code = 'seller:' || t.seller_id || ':debt' and d.currency = 'KRW' and d.balance <> 0)))
        offset 0) due
      order by t.seller_id limit :limit`,
);

/**
 * Sellers whose cycle includes the date and who have something to settle, sorted by id: money in `payable` or on their
 * last statement, a due reserve, or a refund that became debt and gives tax back.
 */
async function sellersToSettle(
  db: DataSource,
  groups: readonly TermsGroup[],
  businessDate: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await SELLERS_TO_SETTLE.rows<{ seller_id: string }>(db, {
    cycles: groups.map((g) => g.cycle),
    datePolicies: groups.map((g) => g.date_policy),
    businessDate,
    after,
    limit,
  });
  return rows.map((row) => row.seller_id);
}

/**
 * Seals the content that will be approved. The run of a date without statements is removed, unless a person requested
 * it and knows its id.
 */
async function closeDraft(db: DataSource, run: RunFrame, policy: PayoutPolicy, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    // The lock waits for the steps of other workers, because their statements are part of the sealed content.
    const [open] = await tx.query<object[]>(
      `select from payouts.run where id = $1 and content_hash = '' and state = 'draft' for update`,
      [run.runId],
    );
    if (!open || (await settledNobody(tx, run.runId, now))) return;
    const content = await runFingerprint(tx, run.runId);
    const [sealed] = await tx.query<{ total: bigint }[]>(
      `with sums as (
         select count(*) filter (where carried > 0 and hold_reason is not null) as held_count,
                coalesce(sum(carried) filter (where carried > 0 and hold_reason is not null), 0) as held_total
           from payouts.statement where run_id = $1
       ), pattern as (
         -- Accounts and amounts without order and references: equal for a run that is sent twice. Null for a run without payouts.
         select encode(sha256(convert_to(string_agg(account_fingerprint || '|' || amount, E'\\n'
                  order by account_fingerprint collate "C", amount), 'UTF8')), 'hex') as hash
           from payouts.payout where run_id = $1
       ), sealed as (
         update payouts.run r set payout_count = $2, total = $3, content_hash = $4, held_count = s.held_count, held_total = s.held_total,
                                  payout_fingerprint = p.hash
           from sums s, pattern p where r.id = $1 and r.content_hash = '' returning r.total
       ) select total from sealed`,
      [run.runId, content.count, content.total.toString(), content.hash],
    );
    if (!sealed) return;
    const drafted = await lockRun(tx, run.runId);
    await recordDraft(tx, drafted, { by: drafted.drafted_by, role: drafterRole(drafted.drafted_by) }, now);
    const reasons = await personNeeded(tx, { ...run, id: run.runId, total: content.total }, policy);
    await tx.query(`update payouts.run set person_needed = $2 where id = $1`, [run.runId, reasons]);
    const needsPerson = reasons.length > 0;
    if (!needsPerson) await approveRun(tx, run.runId, content.hash, { kind: 'policy' }, policy, now);
    const { runId, businessDate } = run;
    const status = needsPerson ? 'draft' : 'approved';
    await emit(
      tx,
      'payout-run.drafted',
      [{ entityId: runId, data: { runId, businessDate, status, amount: content.total.toString() } }],
      now,
    );
  });
}

/**
 * Ends a run without statements: it is deleted, or becomes `empty` if a person requested it. Returns false for a run
 * with statements.
 */
async function settledNobody(tx: EntityManager, runId: string, now: Date): Promise<boolean> {
  const [statement] = await tx.query<object[]>(`select from payouts.statement where run_id = $1 limit 1`, [runId]);
  if (statement) return false;
  const run = await lockRun(tx, runId);
  const [decision] = await tx.query<object[]>(`select from payouts.run_decision where run_id = $1 limit 1`, [runId]);
  if (run.drafted_by === SCHEDULER && !decision) {
    await tx.query(`delete from payouts.run where id = $1`, [runId]);
    return true;
  }
  assertMoves(run, 'settleNobody');
  await tx.query(`update payouts.run set state = 'empty' where id = $1`, [runId]);
  // A run that the schedule drafted in vain leaves no decision; only a run that a person requested does.
  if (run.drafted_by !== SCHEDULER) {
    const by = { by: run.drafted_by, role: drafterRole(run.drafted_by) };
    await recordDraft(tx, run, { ...by, detail: 'nobody was to be settled' }, now);
  }
  return true;
}

const drafterRole = (drafter: Actor): string => (drafter === SCHEDULER ? 'schedule' : 'operator');
