import { legacyPayoutLifecycle, type LegacyPayoutStatus, LegacyPayoutStatusChanged } from '@jeongsan/provider-contract';
import { takeFromBalance } from '../balance/balance.js';
import type { Sql } from '../database/sql.js';
import { advance } from '../lifecycle.js';
import { v1Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { World } from '../world.js';
import { legacyPayoutOf, type LegacyPayoutRow } from './legacy-payout.js';

/** A step in the lifecycle of a payout to a sub-mall: the trigger and the time at which it happens. */
export type LegacyPayoutStep = Readonly<{
  payout: LegacyPayoutRow;
  trigger: 'start' | 'cancel' | 'complete' | 'fail';
  at: Date;
  nextStepAt: Date | null;
  failure?: { code: string; message: string };
}>;

/** Moves locked payouts along their lifecycle: returns the money of payouts that end unpaid, and announces each end. */
export async function advanceLegacyPayouts(
  world: World,
  sql: Sql,
  steps: readonly LegacyPayoutStep[],
): Promise<LegacyPayoutRow[]> {
  const moved = steps.map(({ payout, trigger, nextStepAt, failure = null }) => ({
    ...payout,
    status: advance(legacyPayoutLifecycle, payout.status, trigger),
    nextStepAt,
    failure,
  }));
  await sql.rows(
    `update sub_mall_payout set status = step.status, next_step_at = step.next_step_at, failure = step.failure::jsonb
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as step (payout_key, status, next_step_at, failure)
     where sub_mall_payout.payout_key = step.payout_key`,
    [
      moved.map(({ payoutKey }) => payoutKey),
      moved.map(({ status }) => status),
      moved.map(({ nextStepAt }) => nextStepAt),
      moved.map(({ failure }) => failure && JSON.stringify(failure)),
    ],
  );
  const returned = moved.filter(({ status }) => ends[status].givesBack).reduce((sum, { amount }) => sum + amount, 0n);
  if (returned > 0n) await takeFromBalance(sql, -returned);
  const announced = moved.flatMap((payout, i) => {
    const at = steps[i]?.at ?? payout.requestedAt;
    return ends[payout.status].isAnnounced
      ? [{ subject: payout.payoutKey, at, body: v1Body(LegacyPayoutStatusChanged, at, legacyPayoutOf(payout)) }]
      : [];
  });
  await queueWebhooks(sql, world.merchant, 'PAYOUT_STATUS_CHANGED', announced);
  return moved;
}

// ASSUMED: like payout.changed of the v2 interface, PAYOUT_STATUS_CHANGED is sent when the bank is done, one way or the other.
/** For each status of a payout: whether its money returns to the balance, and whether a webhook is sent. */
const ends = {
  REQUESTED: { givesBack: false, isAnnounced: false },
  IN_PROGRESS: { givesBack: false, isAnnounced: false },
  COMPLETED: { givesBack: false, isAnnounced: true },
  FAILED: { givesBack: true, isAnnounced: true },
  CANCELED: { givesBack: true, isAnnounced: false },
} as const satisfies Record<LegacyPayoutStatus, { givesBack: boolean; isAnnounced: boolean }>;
