import { randomUUID } from 'node:crypto';
import { authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { lockAccounts } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { chart } from '@jeongsan/ledger';
import { assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { payoutGates } from '@jeongsan/payouts';
import { refuse, type reissuePayout as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import type { Policy } from '../../../terms/policy.js';
import { readGateFacts } from '../../close-statements/gate-facts.js';
import { releaseMendedHolds } from '../../release-hold/release-mended-holds.js';
import { attemptOf, endedUnpaid, owedOf } from '../owed-again.js';
import { reissueColumns } from '../read-reissues/read-reissues.js';

type Reissue = Output<typeof contract>;
type Failed = Readonly<{ sellerId: string; ended: boolean; owed: bigint; payable: bigint; attempt: number }>;

const INSERT = statement(`
  insert into payouts.reissue (id, payout_id, seller_id, amount, attempt, due_on, reason, requested_by, requested_at)
  values (:id, :payoutId, :sellerId, :amount, :attempt, :dueOn, :reason, :requestedBy, :requestedAt)
  on conflict (payout_id) where statement_id is null do nothing`);

/**
 * Lets the next run that is drafted pay a failed payout off-cycle. The payout keeps its reference and its end: the money is
 * payable again, and the new statement's payout is another obligation with a reference of its own.
 * The seller's accounts are locked, so that no statement pays the money meanwhile; an open reissue is returned as it is.
 * Throws PAYOUT_NOT_FOUND, REISSUE_NOT_FAILED, REISSUE_NOT_OWED, REISSUE_BLOCKED, and the refusals of a decision.
 */
export async function reissuePayout(
  tx: EntityManager,
  payoutId: string,
  { reason }: Input<typeof contract>['body'],
  caller: Caller,
  policy: Pick<Policy, 'approval' | 'value'>,
  now: Date,
): Promise<Reissue> {
  const failed = await lockFailed(tx, payoutId);
  const open = await readOpen(tx, payoutId);
  if (open !== null) return open;
  const amount = failed.owed < failed.payable ? failed.owed : failed.payable;
  if (!failed.ended)
    throw refuse('REISSUE_NOT_FAILED', `Payout ${payoutId} did not fail: there is nothing to pay again`);
  if (amount <= 0n) throw refuse('REISSUE_NOT_OWED', `The money of payout ${payoutId} is not waiting any more`);
  const subject = `Payout ${payoutId}`;
  assertMayDecide(caller, { kind: 'reissue', subject, amount, askedBy: [] }, policy.approval);
  await releaseMendedHolds(tx, now);
  await assertNotBlocked(tx, failed.sellerId, amount, policy, now);
  const id = randomUUID();
  await INSERT.rows(tx, {
    id,
    payoutId,
    sellerId: failed.sellerId,
    amount: amount.toString(),
    attempt: failed.attempt,
    dueOn: businessDateOf(now),
    reason,
    requestedBy: caller.actor,
    requestedAt: now,
  });
  const made = await readOpen(tx, payoutId);
  if (made === null) throw new Error(`The reissue of payout ${payoutId} was not stored`);
  // The policy takes no lock of accounts: its reissue can have come in between, and is no decision of this caller.
  if (made.id !== id) return made;
  await recordDecision(
    tx,
    {
      ...authorOf(caller),
      kind: 'payout.reissued',
      subject: payoutId,
      reason,
      before: null,
      after: { payoutId, sellerId: made.sellerId, amount, attempt: made.attempt, dueOn: made.dueOn },
    },
    now,
  );
  return made;
}

/** Locks the seller's accounts as the closing of a statement does, then reads the payout. */
async function lockFailed(tx: EntityManager, payoutId: string): Promise<Failed> {
  const [owner] = await tx.query<{ sellerId: string }[]>(
    `select seller_id as "sellerId" from payouts.payout where id = $1`,
    [payoutId],
  );
  if (!owner) throw refuse('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}`);
  await lockAccounts(tx, [chart.sellerPayable(owner.sellerId)]);
  const [failed] = await tx.query<Failed[]>(
    `select p.seller_id as "sellerId", ${endedUnpaid('p')} as ended, ${owedOf('p')} as owed, ${attemptOf('p')} as attempt,
            -coalesce((select a.balance from ledger.account a
                        where a.code = 'seller:' || p.seller_id || ':payable' and a.currency = 'KRW'), 0) as payable
       from payouts.payout p where p.id = $1`,
    [payoutId],
  );
  if (!failed) throw new Error(`Payout ${payoutId} is gone`);
  return failed;
}

async function readOpen(tx: EntityManager, payoutId: string): Promise<Reissue | null> {
  const [row] = await tx.query<Reissue[]>(
    `select ${reissueColumns} from payouts.reissue r where r.payout_id = $1 and r.statement_id is null`,
    [payoutId],
  );
  return row ?? null;
}

async function assertNotBlocked(
  tx: EntityManager,
  sellerId: string,
  amount: bigint,
  { value }: Pick<Policy, 'value'>,
  now: Date,
): Promise<void> {
  const facts = (await readGateFacts(tx, [sellerId], now)).get(sellerId);
  const gates = facts ?? { state: null, accountWaits: false, holds: [], paidThisWeek: 0n };
  const { payable, holdReason } = payoutGates(amount, { ...gates, minimumWaived: true }, value);
  if (payable > 0n) return;
  const detail = `Seller ${sellerId} cannot be paid: ${holdReason}. Mend the cause, then ask again`;
  throw refuse('REISSUE_BLOCKED', detail, { reason: holdReason });
}
