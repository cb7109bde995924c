import { transaction } from '@jeongsan/database';
import { CallError } from '@jeongsan/http-contract';
import { won } from '@jeongsan/money';
import { Permanent } from '@jeongsan/queues';
import type { PayoutRunState } from '@jeongsan/state-machines';
import type { DataSource } from 'typeorm';
import { bodyHash, type FrozenPayout } from '../dispatch-run/frozen-payout.js';
import { stopRun } from '../dispatch-run/stop-run.js';
import type { PayoutPolicy } from '../payout-policy.js';
import type { Provider } from '../provider.js';
import { assertFence, type Claim } from './claim.js';
import { recordAcceptance, type ProviderPayout } from './record-acceptance.js';
import { recordRejection } from './record-rejection.js';
import { recordUnknown } from './record-unknown.js';

/**
 * Sends one frozen batch, once. The claim is committed before the first byte; whoever finds a batch claimed by somebody who fell
 * silent does not send it again but declares its outcome unknown, and the provider's listing decides.
 */
export async function sendAttempt(
  db: DataSource,
  provider: Provider,
  attemptId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const claim = await claimAttempt(db, attemptId, policy, now());
  if (claim === null) return;
  if (claim === 'changed') throw new Permanent(`Attempt ${attemptId} is not what was frozen: its run is stopped`);
  const outcome = await ask(db, provider, claim).catch(asAnswer);
  await transaction(db, async (tx) => {
    if (Array.isArray(outcome)) return recordAcceptance(tx, claim, outcome, policy, now());
    if (outcome.outcome === 'rejected') return recordRejection(tx, claim, outcome, policy, now());
    return recordUnknown(tx, claim, outcome.code, policy, now());
  });
}

type AttemptRow = {
  state: string;
  run_id: string;
  run_state: PayoutRunState;
  body_hash: string;
  fence: bigint;
  idempotency_key: string;
  body: FrozenPayout[];
  silent_for_seconds: number | null;
};

/** Null when there is nothing to send: somebody else did, or the run is stopped, and its poll comes back to it. */
async function claimAttempt(
  db: DataSource,
  attemptId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<Claim | 'changed' | null> {
  return transaction(db, async (tx) => {
    const [row] = await tx.query<AttemptRow[]>(
      `select a.state, a.run_id, r.state as run_state, a.fence, a.idempotency_key, a.body, a.body_hash,
              extract(epoch from clock_timestamp() - a.sent_at)::float8 as silent_for_seconds
         from payouts.attempt a join payouts.run r on r.id = a.run_id where a.id = $1 for update of a`,
      [attemptId],
    );
    if (!row) throw new Permanent(`Attempt ${attemptId} does not exist`);
    const claim = {
      attemptId,
      runId: row.run_id,
      idempotencyKey: row.idempotency_key,
      items: row.body,
      fence: row.fence + 1n,
    };
    if (row.state === 'prepared') {
      if (row.run_state === 'stopped') return null;
      if (bodyHash(row.body) !== row.body_hash) {
        await stopRun(tx, row.run_id, `batch ${attemptId} is not as frozen`, now);
        return 'changed';
      }
      // Real time on purpose: silence is measured on the wire, not on the business calendar.
      await tx.query(
        `update payouts.attempt set state = 'sending', fence = $2, sent_at = clock_timestamp() where id = $1`,
        [attemptId, claim.fence.toString()],
      );
      return claim;
    }
    if (row.state !== 'sending') return null;
    if ((row.silent_for_seconds ?? 0) < policy.sendingTimeoutSeconds) {
      throw new Error(`Attempt ${attemptId} is being sent by another worker: its outcome must be awaited`);
    }
    await tx.query(`update payouts.attempt set fence = $2 where id = $1`, [attemptId, claim.fence.toString()]);
    await recordUnknown(tx, claim, 'SENDER_SILENT', policy, now);
    return null;
  });
}

async function ask(db: DataSource, provider: Provider, claim: Claim): Promise<ProviderPayout[]> {
  // A process that was stopped after claiming and wakes up late must not write a byte: somebody else decided meanwhile.
  const api = provider.fenced(() => assertFence(db, claim));
  const answer = await api.createPayouts(
    { body: claim.items.map(toRequest) },
    { idempotencyKey: claim.idempotencyKey },
  );
  return answer.entityBody.items;
}

const toRequest = (item: FrozenPayout) => ({ ...item, amount: won(BigInt(item.amount.value)) });

function asAnswer(error: unknown): CallError {
  if (error instanceof CallError) return error;
  throw error;
}
