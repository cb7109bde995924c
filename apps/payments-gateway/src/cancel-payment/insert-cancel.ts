import { randomUUID } from 'node:crypto';
import type { DataSeal } from '@jeongsan/jwe';
import { statement } from '@jeongsan/sql';
import { cancelMachine } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import type { CancelRecord } from '../cancel-record.js';
import type { PaymentRecord } from '../payment-record.js';
import { cancelReasonOf } from '../sealed-texts.js';

type NewCancel = Readonly<{ requestKey?: string; reason: string; amount: bigint; taxFree: bigint }>;

const INSERT = statement(`
  insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, created_at)
  values (:id, :paymentId, :requestKey, :amount, :sealedReason, :state, :createdAt)`);

/** Records a cancel as requested. If the caller sent no idempotency key, the cancel's own id is stored as the key. */
export async function insertCancel(
  tx: EntityManager,
  seal: DataSeal,
  payment: PaymentRecord,
  { requestKey, reason, amount, taxFree }: NewCancel,
  now: Date,
): Promise<CancelRecord> {
  const id = randomUUID();
  const state = cancelMachine.initial;
  const sealedReason = seal.seal(cancelReasonOf(id), reason);
  await INSERT.rows(tx, {
    id,
    paymentId: payment.id,
    requestKey: requestKey ?? id,
    amount,
    sealedReason,
    state,
    createdAt: now,
  });
  const { id: paymentId, paymentKey } = payment;
  return {
    id,
    paymentId,
    paymentKey,
    amount,
    taxFree,
    sealedReason,
    state,
    transactionKey: null,
    refusalCode: null,
    createdAt: now,
  };
}
