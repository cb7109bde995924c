import { enqueue, transaction, inList } from '@jeongsan/database';
import type { Caller } from '@jeongsan/nest-kit';
import { advancePayouts } from '@jeongsan/payouts';
import { payoutRunStates } from '@jeongsan/state-machines';
import type { DataSource, EntityManager } from 'typeorm';
import { deciderOf, schedulerAs } from '../../payout-store/decider.js';
import { pgPayoutRecords } from '../../payout-store/pg-payout-records.js';
import { assertMoves, lockRun, recordRunDecision, type RunDecision, type RunRow } from '../../payout-store/run-row.js';

/** Days after which a run without an approval expires: a review of amounts that old would no longer be meaningful. */
const EXPIRY_DAYS = 30;
const PAYOUTS_PER_STEP = 500;

/**
 * Rejects a run of which nothing was sent. Its date is not drafted again: the statements stand, and their money becomes
 * payable for a later run. Throws RUN_STATE; a repeat changes nothing.
 */
export async function rejectRun(
  tx: EntityManager,
  runId: string,
  caller: Caller,
  reason: string | undefined,
  now: Date,
): Promise<void> {
  const run = await lockRun(tx, runId);
  if (run.state === 'rejected') return;
  assertMoves(run, 'reject');
  await giveUp(tx, run, { action: 'rejected', ...deciderOf(caller), detail: reason }, now);
}

/** Enqueues the expiry of runs that waited too long: for a decision, or after it for their first batch. */
export async function enqueueExpiries(tx: EntityManager, now: Date): Promise<void> {
  const due = await tx.query<{ id: string }[]>(
    `select id from payouts.run
      where state in ${inList(payoutRunStates.waiting)} and drafted_at <= $1 and coalesce(approved_at, drafted_at) <= $1 and content_hash <> ''`,
    [expiryLimit(now)],
  );
  for (const { id } of due) {
    await enqueue(tx, 'payout-run.expire', { runId: id }, now, { dedupeKey: `payout-run.expire/${id}` });
  }
}

/** Gives up a run that still waits. A run decided on meanwhile stays as it is. */
export async function expireRun(tx: EntityManager, runId: string, now: Date): Promise<void> {
  const run = await lockRun(tx, runId);
  const isWaiting = payoutRunStates.waiting.includes(run.state);
  if (!isWaiting || (run.approved_at ?? run.drafted_at) > expiryLimit(now)) return;
  const detail = `${run.state} for ${EXPIRY_DAYS} days`;
  await giveUp(tx, run, { action: 'expired', ...schedulerAs('schedule'), detail }, now);
}

/** Makes the reserved money of a given-up run payable again, in bounded steps. Safe to repeat. */
export async function releaseRun(db: DataSource, runId: string, now: () => Date): Promise<void> {
  for (;;) {
    const released = await transaction(db, async (tx) => {
      const payouts = await tx.query<{ id: string }[]>(
        `select p.id from payouts.payout p join payouts.run r on r.id = p.run_id and r.state in ${inList(payoutRunStates.givenUp)}
          where p.run_id = $1 and p.state = 'reserved' order by p.id limit $2`,
        [runId, PAYOUTS_PER_STEP],
      );
      await advancePayouts(
        pgPayoutRecords(tx),
        payouts.map((p) => ({ id: p.id, event: 'release' })),
        now(),
      );
      return payouts.length;
    });
    if (released < PAYOUTS_PER_STEP) return;
  }
}

async function giveUp(
  tx: EntityManager,
  run: RunRow,
  decision: RunDecision & { action: 'rejected' | 'expired' },
  now: Date,
): Promise<void> {
  await tx.query(`update payouts.run set state = $2, closed_at = $3 where id = $1`, [run.id, decision.action, now]);
  await recordRunDecision(tx, run, decision, now);
  await enqueue(tx, 'payout-run.release', { runId: run.id }, now, { dedupeKey: `payout-run.release/${run.id}` });
}

const expiryLimit = (now: Date): Date => new Date(now.getTime() - EXPIRY_DAYS * 86_400_000);
