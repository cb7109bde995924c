import { emit, postLedger } from '@jeongsan/database';
import { payoutPostings } from '@jeongsan/ledger';
import { payoutMachine, type PayoutEvent, type PayoutState } from '@jeongsan/state-machines';
import { Permanent } from '@jeongsan/queues';
import type { EntityManager } from 'typeorm';
import type { FailureClass } from './failure-class.js';

export type PayoutRow = {
  id: string;
  ref_payout_id: string;
  run_id: string;
  seller_id: string;
  provider_seller_id: string;
  account_fingerprint: string;
  amount: bigint;
  state: PayoutState;
  provider_payout_id: string | null;
};

/** What is learned together with an event. */
export type PayoutNews = {
  providerPayoutId?: string;
  providerStatus?: string;
  failureCode?: string;
  failureClass?: FailureClass;
};
export type PayoutStep = PayoutNews & { id: string; event: PayoutEvent };

/** States in which the obligation has an end. */
const finished: ReadonlySet<PayoutState> = new Set(['paid', 'failed', 'refused', 'released', 'returned']);

/**
 * The only way payouts change: states, books and events move together or not at all. Steps that already happened change
 * nothing; a step that comes too early throws, to be tried again; one that contradicts the payout throws Permanent.
 * Returns the rows that moved, in their new state.
 */
export async function advancePayouts(tx: EntityManager, steps: readonly PayoutStep[], now: Date): Promise<PayoutRow[]> {
  const rows = await lockPayouts(
    tx,
    steps.map((s) => s.id),
  );
  const moves = steps.flatMap((step) => {
    const row = rows.get(step.id);
    if (!row) throw new Permanent(`Payout ${step.id} does not exist`);
    const to = target(row, step.event);
    return to === null ? [] : [{ step, row: { ...row, state: to } }];
  });
  if (moves.length === 0) return [];

  await writeStates(tx, moves, now);
  await postLedger(
    tx,
    moves.flatMap(({ step, row }) => {
      const posting = payoutPostings[step.event]?.({
        payoutId: row.id,
        sellerId: row.seller_id,
        amount: row.amount,
        effectiveAt: now,
      });
      return posting ? [posting] : [];
    }),
  );
  await announce(tx, moves, now);
  return moves.map((m) => m.row);
}

type Move = { step: PayoutStep; row: PayoutRow };

/** The state an event leads to, or null when it already happened. */
function target(row: PayoutRow, event: PayoutEvent): PayoutState | null {
  const verdict = payoutMachine.classify(row.state, event);
  switch (verdict.kind) {
    case 'move':
      return verdict.to;
    case 'stale':
      return null;
    case 'early':
      throw new Error(`Payout ${row.id} is still ${row.state}: ${event} must wait`);
    case 'illegal':
      throw new Permanent(`Payout ${row.id} is ${row.state}: ${event} contradicts it`);
  }
}

async function lockPayouts(tx: EntityManager, ids: readonly string[]): Promise<Map<string, PayoutRow>> {
  const rows = await tx.query<PayoutRow[]>(
    `select id, ref_payout_id, run_id, seller_id, provider_seller_id, account_fingerprint, amount, state, provider_payout_id
       from payouts.payout where id = any($1) order by id for update`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function writeStates(tx: EntityManager, moves: readonly Move[], now: Date): Promise<void> {
  await tx.query(
    `update payouts.payout p
        set state = m.state,
            provider_payout_id = coalesce(m.provider_payout_id, p.provider_payout_id),
            provider_status    = coalesce(m.provider_status, p.provider_status),
            failure_code       = coalesce(m.failure_code, p.failure_code),
            failure_class      = coalesce(m.failure_class, p.failure_class),
            finished_at        = case when m.finished then $7 else p.finished_at end,
            observed_at        = $7
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $8::boolean[])
         as m(id, state, provider_payout_id, provider_status, failure_code, failure_class, finished)
      where p.id = m.id`,
    [
      moves.map((m) => m.row.id),
      moves.map((m) => m.row.state),
      moves.map((m) => m.step.providerPayoutId ?? null),
      moves.map((m) => m.step.providerStatus ?? null),
      moves.map((m) => m.step.failureCode ?? null),
      moves.map((m) => m.step.failureClass ?? null),
      now,
      moves.map((m) => finished.has(m.row.state)),
    ],
  );
}

/** Consumers hear of a payout when it is on its way and when it ends; the steps between are ours. */
async function announce(tx: EntityManager, moves: readonly Move[], now: Date): Promise<void> {
  const news = moves.filter(({ row }) => row.state === 'in_transit' || finished.has(row.state));
  await emit(
    tx,
    'payout.changed',
    news.map(({ step, row }) => ({
      entityId: row.id,
      data: {
        payoutId: row.id,
        sellerId: row.seller_id,
        runId: row.run_id,
        status: row.state,
        amount: row.amount.toString(),
        failureCode: step.failureCode ?? null,
      },
    })),
    now,
  );
}
