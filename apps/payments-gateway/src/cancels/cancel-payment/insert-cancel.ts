import { randomUUID } from 'node:crypto';
import type { DataSeal } from '@jeongsan/jwe';
import { statement } from '@jeongsan/sql';
import { cancelMachine } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import type { CancelAllocation, CancelKind, CancelRecord } from '../cancel-record.js';
import type { PaymentRecord } from '../../payments/payment-record.js';
import { cancelReasonOf, refundAccountOf } from '../../sealed-texts.js';

type NewCancel = Readonly<{
  requestKey?: string;
  reason: string;
  amount: bigint;
  taxFree: bigint;
  kind?: CancelKind;
  allocation?: CancelAllocation;
  linesHash?: string | null;
  /** The buyer's bank account for the refund, as JSON. */
  refundAccount?: string | undefined;
  /** The caller's id of a cancel abroad. */
  requestIdAbroad?: string | null;
}>;

const INSERT = statement(`
  insert into gateway.cancel
    (id, payment_id, request_key, kind, allocation, amount, reason, lines_hash, state, refund_account_sealed, created_at, request_id_abroad)
  values (:id, :paymentId, :requestKey, :kind, :allocation, :amount, :sealedReason, :linesHash, :state,
    :sealedRefundAccount, :createdAt, :requestIdAbroad)`);

/** Records a cancel as requested. If the caller sent no idempotency key, the cancel's own id is stored as the key. */
export async function insertCancel(
  tx: EntityManager,
  seal: DataSeal,
  payment: PaymentRecord,
  {
    requestKey,
    reason,
    amount,
    taxFree,
    kind = 'cancel',
    allocation = 'named',
    linesHash = null,
    refundAccount,
    requestIdAbroad = null,
  }: NewCancel,
  now: Date,
): Promise<CancelRecord> {
  const id = randomUUID();
  const state = cancelMachine.initial;
  const sealedReason = seal.seal(cancelReasonOf(id), reason);
  const sealedRefundAccount = refundAccount === undefined ? null : seal.seal(refundAccountOf(id), refundAccount);
  await INSERT.rows(tx, {
    id,
    paymentId: payment.id,
    requestKey: requestKey ?? id,
    kind,
    allocation,
    amount,
    sealedReason,
    linesHash,
    state,
    sealedRefundAccount,
    createdAt: now,
    requestIdAbroad,
  });
  const { id: paymentId, paymentKey, currency, method } = payment;
  return {
    id,
    paymentId,
    paymentKey,
    currency,
    kind,
    allocation,
    amount,
    taxFree,
    sealedReason,
    state,
    transactionKey: null,
    refusalCode: null,
    refund: null,
    sealedRefundAccount,
    linesHash,
    ...{ waitingSince: null, waitingUntil: null, attempt: 1 },
    canceledAt: null,
    createdAt: now,
    method,
    requestIdAbroad,
  };
}

/** Marks a cancel as work for a person: the rule decided which lines its money is of, and other lines were possible. */
export async function markAssumed(tx: EntityManager, cancelId: string): Promise<void> {
  await tx.query(`update gateway.cancel set allocation = 'assumed' where id = $1`, [cancelId]);
}
