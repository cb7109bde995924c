import { transaction } from '@jeongsan/database';
import { CallError } from '@jeongsan/http-contract';
import { won } from '@jeongsan/money';
import { Permanent } from '@jeongsan/queues';
import type { DataSource } from 'typeorm';
import type { FrozenPayout } from '../dispatch-run/prepare-attempt.js';
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
  fence: bigint;
  idempotency_key: string;
  body: FrozenPayout[];
  silent_for_seconds: number | null;
};

async function claimAttempt(db: DataSource, attemptId: string, policy: PayoutPolicy, now: Date): Promise<Claim | null> {
  return transaction(db, async (tx) => {
    const [row] = await tx.query<AttemptRow[]>(
      `select state, run_id, fence, idempotency_key, body, extract(epoch from clock_timestamp() - sent_at)::float8 as silent_for_seconds
         from payouts.attempt where id = $1 for update`,
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
