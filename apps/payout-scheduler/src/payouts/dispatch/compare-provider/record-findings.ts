import { businessDateOf } from '@jeongsan/calendar';
import { emit, type Executor } from '@jeongsan/database';
import { adoptFound, declareSent, type Found, isAboutToBeSent, type PayoutPolicy } from '@jeongsan/payouts';
import type { PayoutItem } from '@jeongsan/provider-client';
import { bigint, date, manyRows, statement, text } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { schedulerAs } from '../../payout-store/decider.js';
import { DISPATCH, lockControl, recordDispatchDecision } from '../dispatch-control/control-row.js';
import { pgPayoutRecords } from '../../payout-store/pg-payout-records.js';
import { placeHold } from '../../../closing/place-hold/place-hold.js';
import { differing, type Compared } from './listed-payouts.js';

/**
 * Records payouts that the provider has and the books do not have as sent, in one transaction with everything that
 * prevents a second payment: payouts about to be sent are marked as the provider's, their sellers are held, and all
 * sending is locked until a person has looked.
 */
export async function recordFindings(
  tx: EntityManager,
  page: readonly PayoutItem[],
  policy: PayoutPolicy,
  now: Date,
): Promise<number> {
  const found = await differing(tx, page);
  if (found.length === 0) return 0;
  await adopt(tx, found, policy, now);
  const inserted = await insertFindings(tx, found, now);
  if (inserted === 0) return 0;
  for (const sellerId of new Set(found.flatMap((f) => f.sellerId ?? [])))
    await placeHold(tx, sellerId, 'PROVIDER_DIFFERS', null, now);
  await lockDispatch(tx, inserted, now);
  return inserted;
}

async function adopt(tx: EntityManager, found: readonly Compared[], policy: PayoutPolicy, now: Date): Promise<void> {
  const records = pgPayoutRecords(tx);
  const ours = found.flatMap(({ difference, known, listed }) =>
    difference === 'NEVER_SENT' && known !== null && isAboutToBeSent(known) ? [{ known, listed }] : [],
  );
  const batches = new Set(ours.flatMap(({ known }) => (known.batchState === 'prepared' ? (known.batchId ?? []) : [])));
  for (const batchId of batches) await declareSent(records, batchId, policy, now);
  const unbatched = ours.map(({ known, listed }) => ({ payoutId: known.payoutId, schedule: scheduleOf(listed, now) }));
  await adoptFound(records, unbatched, policy, now);
}

/** A payout whose answer does not show its schedule is looked for on the day of its request. */
const scheduleOf = ({ scheduleType, payoutDate, requestedAt }: Compared['listed'], now: Date): Found['schedule'] => ({
  type: scheduleType === 'EXPRESS' ? 'EXPRESS' : 'SCHEDULED',
  date: payoutDate ?? businessDateOf(requestedAt ?? now),
});

const INSERT_FINDINGS = statement(
  `
  with inserted as (
    insert into payouts.provider_finding (:finding.columns, found_at)
    select f.*, :now from :finding.unnest as f
    on conflict (provider_payout_id) do nothing returning id
  ) select count(*) from inserted`,
  {
    finding: manyRows<Compared & Readonly<{ now: Date }>>({
      provider_payout_id: text((f) => f.listed.id),
      ref_payout_id: text((f) => f.listed.refPayoutId ?? null),
      destination: text((f) => f.listed.destination),
      seller_id: text((f) => f.sellerId),
      kind: text((f) => f.difference),
      amount: bigint((f) => f.listed.amount.minor.toString()),
      provider_status: text((f) => f.listed.status),
      payout_date: date((f) => scheduleOf(f.listed, f.now).date),
      our_state: text((f) => f.known?.state ?? null),
      our_amount: bigint((f) => f.known?.amount.toString() ?? null),
    }),
  },
);

async function insertFindings(tx: Executor, found: readonly Compared[], now: Date): Promise<number> {
  const [row] = await INSERT_FINDINGS.rows<{ count: bigint }>(tx, { finding: found.map((f) => ({ ...f, now })), now });
  return Number(row?.count ?? 0n);
}

async function lockDispatch(tx: Executor, findings: number, now: Date): Promise<void> {
  // The control row is locked last, because senders lock a batch first and the control row after it: the other order
  // would deadlock.
  const control = await lockControl(tx);
  if (control.locked) return;
  await tx.query(`update payouts.dispatch_control set locked = true`);
  const reason = `The provider has ${findings} payouts that the books do not have as sent`;
  const decisionId = await recordDispatchDecision(
    tx,
    { action: 'locked', reason, findings, ...schedulerAs('guard') },
    control,
    now,
  );
  const data = { decisionId, findings: findings.toString() };
  await emit(tx, 'dispatch.locked', [{ entityId: DISPATCH, data }], now);
}
