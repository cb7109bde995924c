import { randomUUID } from 'node:crypto';
import { cycleDateOn, parseCycle, type DatePolicy } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { POLICY_APPROVER, approveRun } from '../approve-run/approve-run.js';
import type { PayoutPolicy } from '../payout-policy.js';
import { runContent } from '../run-content.js';
import { closeStatements } from './close-statements.js';
import { matureLines } from './mature-lines.js';
import type { RunFrame } from './run-frame.js';
import { holdMissingTaxInvoices } from './tax-invoice-gate.js';

/** Large enough that statements cost little per seller, small enough that locks are held for a second or so. */
const SELLERS_PER_STEP = 1_000;
export const SCHEDULER = 'payout-scheduler';

/**
 * Drafts the payout run of one business date: matures what is due, closes the statements of the sellers whose cycle it is, and
 * reserves what they are paid. Can be repeated or taken up after a crash at any point: one run per date, one statement per
 * seller and date. A run below the approval threshold is approved by policy at once.
 */
export async function draftRun(
  db: DataSource,
  businessDate: string,
  policy: PayoutPolicy,
  now: () => Date,
  sellersPerStep = SELLERS_PER_STEP,
): Promise<void> {
  await matureLines(db, businessDate);
  const groups = await settlingTerms(db, businessDate, policy);
  const run = await openRun(db, businessDate, now());
  if (run === null) return;
  await transaction(db, (tx) => holdMissingTaxInvoices(tx, policy.taxInvoiceGate ?? false, now()));
  for (let after = ''; ;) {
    const sellers = await sellersToSettle(db, groups, businessDate, after, sellersPerStep);
    const last = sellers.at(-1);
    if (last === undefined) break;
    await transaction(db, (tx) => closeStatements(tx, run, sellers, policy, now()));
    after = last;
  }
  await closeDraft(db, run, policy, now());
}

type TermsGroup = { cycle: string; date_policy: DatePolicy };

/** Few kinds of terms serve many sellers: the calendar is asked once per kind, not once per seller. */
async function settlingTerms(db: DataSource, businessDate: string, policy: PayoutPolicy): Promise<TermsGroup[]> {
  const kinds = await db.query<TermsGroup[]>(
    `select distinct cycle, date_policy from payouts.seller_terms where effective_from <= $1`,
    [businessDate],
  );
  return kinds.filter((kind) => cycleDateOn(businessDate, parseCycle(kind.cycle), kind.date_policy, policy.calendar));
}

/**
 * Sellers on whose cycle the date is and who have something to settle, by id: money in `payable` or on their last statement, a reserve
 * whose time is over, or a refund that became debt and gives tax back.
 */
async function sellersToSettle(
  db: DataSource,
  groups: readonly TermsGroup[],
  businessDate: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ seller_id: string }[]>(
    // Each seller is looked up in its turn: joined as sets, every step would read all sellers again to find its thousand.
    `select t.seller_id
       from (select distinct on (seller_id) seller_id, cycle, date_policy, document from payouts.seller_terms
              where effective_from <= $3 and seller_id > $4 order by seller_id, effective_from desc) t
      cross join lateral (
        select from ledger.account a
         where a.code = 'seller:' || t.seller_id || ':payable' and a.currency = 'KRW'
           and (t.cycle, t.date_policy) in (select * from unnest($1::text[], $2::text[]))
           and not exists (select from payouts.statement s where s.seller_id = t.seller_id and s.business_date = $3)
           and (a.balance <> 0
                or 0 <> (select s.carried from payouts.statement s where s.seller_id = t.seller_id order by s.business_date desc limit 1)
                or exists (select from payouts.reserve_hold r
                            where r.seller_id = t.seller_id and r.released < r.amount and r.release_on <= $3)
                or (t.document ->> 'taxType' = 'WITHHOLDING'
                    and exists (select from ledger.account d
                                 where d.code = 'seller:' || t.seller_id || ':debt' and d.currency = 'KRW' and d.balance <> 0)))
        offset 0) due
      order by t.seller_id limit $5`,
    [groups.map((g) => g.cycle), groups.map((g) => g.date_policy), businessDate, after, limit],
  );
  return rows.map((row) => row.seller_id);
}

/** The date's run: a new one, or the unfinished one of an earlier try. Null when it was drafted before. */
async function openRun(db: DataSource, businessDate: string, now: Date): Promise<RunFrame | null> {
  await db.query(
    `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
     values ($1, $2, $3, 'draft', 0, 0, 0, 0, '', $4, $3) on conflict (business_date) do nothing`,
    [randomUUID(), businessDate, now, SCHEDULER],
  );
  const [run] = await db.query<{ id: string; cutoff: Date; content_hash: string }[]>(
    `select id, cutoff, content_hash from payouts.run where business_date = $1`,
    [businessDate],
  );
  if (!run || run.content_hash !== '') return null;
  return { runId: run.id, businessDate, cutoff: run.cutoff };
}

/** Freezes what will be approved. A date on which nobody is settled leaves no run behind. */
async function closeDraft(db: DataSource, run: RunFrame, policy: PayoutPolicy, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.query(
      `delete from payouts.run r where id = $1 and not exists (select from payouts.statement s where s.run_id = r.id)`,
      [run.runId],
    );
    const content = await runContent(tx, run.runId);
    const [sealed] = await tx.query<{ total: bigint }[]>(
      `with sums as (
         select count(*) filter (where carried > 0 and hold_reason is not null) as held_count,
                coalesce(sum(carried) filter (where carried > 0 and hold_reason is not null), 0) as held_total
           from payouts.statement where run_id = $1
       ), sealed as (
         update payouts.run r set payout_count = $2, total = $3, content_hash = $4, held_count = s.held_count, held_total = s.held_total
           from sums s where r.id = $1 and r.content_hash = '' returning r.total
       ) select total from sealed`,
      [run.runId, content.count, content.total.toString(), content.hash],
    );
    if (sealed && content.total <= policy.approvalThreshold) {
      await approveRun(tx, run.runId, content.hash, POLICY_APPROVER, policy, now);
    }
  });
}
