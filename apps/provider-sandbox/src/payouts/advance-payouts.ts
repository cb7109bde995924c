import { PayoutChanged, payoutLifecycle, type PayoutStatus } from '@jeongsan/provider-contract';
import { takeFromBalance } from '../balance/balance.js';
import type { Sql } from '../database/sql.js';
import { advance } from '../lifecycle.js';
import { v2Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { World } from '../world.js';
import { payoutOf, type PayoutRow } from './payout.js';

type PayoutTrigger = {
  [S in keyof typeof payoutLifecycle]: keyof (typeof payoutLifecycle)[S];
}[keyof typeof payoutLifecycle];

/** A step of a payout's lifecycle: the trigger and the time at which it happens. */
export type PayoutStep = Readonly<{
  payout: PayoutRow;
  trigger: PayoutTrigger;
  at: Date;
  nextStepAt: Date | null;
  error?: { code: string; message: string };
}>;

/**
 * Moves locked payouts along their lifecycle: returns the money of payouts that end unpaid, and queues the webhooks.
 */
export async function advancePayouts(world: World, sql: Sql, steps: readonly PayoutStep[]): Promise<PayoutRow[]> {
  const moved = steps.map(({ payout, trigger, nextStepAt, error }) => ({
    ...payout,
    status: advance(payoutLifecycle, payout.status, trigger),
    nextStepAt,
    error: error ?? null,
  }));
  await sql.rows(
    `update payout set status = step.status, next_step_at = step.next_step_at, error = step.error::jsonb
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as step (id, status, next_step_at, error)
     where payout.id = step.id`,
    [
      moved.map(({ id }) => id),
      moved.map(({ status }) => status),
      moved.map(({ nextStepAt }) => nextStepAt),
      moved.map(({ error }) => error && JSON.stringify(error)),
    ],
  );
  const returned = moved.filter(({ status }) => givesBack[status]).reduce((sum, { amount }) => sum + amount, 0n);
  if (returned > 0n) await takeFromBalance(sql, -returned);
  await queueWebhooks(
    sql,
    world.merchant,
    'payout.changed',
    moved.flatMap((payout, i) => {
      const shown = announcedAs[payout.status];
      const at = steps[i]?.at ?? payout.requestedAt;
      return shown
        ? [{ subject: payout.id, at, body: v2Body(world, PayoutChanged, at, payoutOf({ ...payout, status: shown })) }]
        : [];
    }),
  );
  return moved;
}

/** Whether the money of a payout returns to the balance when the payout enters a status. */
const givesBack = {
  REQUESTED: false,
  IN_PROGRESS: false,
  COMPLETED: false,
  FAILED: true,
  CANCELED: true,
  REJECTED: true,
  DELETED: true,
} as const satisfies Record<PayoutStatus, boolean>;

/**
 * The status that payout.changed names for each status of a payout; undefined: no webhook. A rejected payout is
 * announced as FAILED (document 2 section 6).
 */
const announcedAs = {
  REQUESTED: undefined,
  IN_PROGRESS: undefined,
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELED: undefined,
  REJECTED: 'FAILED',
  DELETED: undefined,
} as const satisfies Record<PayoutStatus, PayoutStatus | undefined>;
