import { emit, type Executor } from '@jeongsan/database';
import type { EventData } from '@jeongsan/messaging';
import type { RunAlert } from '@jeongsan/payouts';

/** Emits an alert about a run. A job may find the same fact many times; the alert is emitted once. */
export async function alertRun<N extends RunAlert>(
  tx: Executor,
  type: N,
  data: EventData<N>,
  now: Date,
): Promise<void> {
  const [earlier] = await tx.query<object[]>(
    `select from messaging.event where type = $1 and entity_id = $2 and data = $3::jsonb limit 1`,
    [type, data.runId, JSON.stringify(data)],
  );
  if (!earlier) await emit(tx, type, [{ entityId: data.runId, data }], now);
}

export async function reservedAmount(tx: Executor, runId: string): Promise<bigint> {
  const [row] = await tx.query<{ amount: bigint }[]>(
    `select coalesce(sum(amount), 0)::bigint as amount from payouts.payout where run_id = $1 and state = 'reserved'`,
    [runId],
  );
  return row?.amount ?? 0n;
}
