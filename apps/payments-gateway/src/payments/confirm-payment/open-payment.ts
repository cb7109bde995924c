import { randomUUID } from 'node:crypto';
import { enqueuing, jobSets, prepared } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { paymentMachine, paymentStates } from '@jeongsan/state-machines';
import type { Gateway } from '../../gateway.js';
import { paymentLookValues } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { findPayment, findPaymentOfOrder, type PaymentRecord } from '../payment-record.js';

type Asked = Readonly<{ paymentKey: string; orderId: string; amount: bigint }>;
export type OpenedPayment = Readonly<{ payment: PaymentRecord; isNew: boolean }>;

const ATTEMPTS_MAX = 3;

/**
 * Records a payment before the confirm goes to the provider, and enqueues the job that looks up its outcome later: a
 * crash at any later point is resolved by that job. Returns the earlier record of a repeated request; throws
 * PAYMENT_CONFLICT when another payment pays, or has paid, the order.
 */
export async function openPayment(gateway: Gateway, asked: Asked): Promise<OpenedPayment> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const payment = await insertPayment(gateway, asked);
    if (payment) return { payment, isNew: true };
    const known = await findPayment(gateway.db, asked.paymentKey);
    if (known?.orderId === asked.orderId) return { payment: known, isNew: false };
    if (known) {
      const words = { providerCode: 'FORBIDDEN_REQUEST' };
      throw refuse('PAYMENT_CONFLICT', `Payment ${asked.paymentKey} belongs to another order`, words);
    }
    const live = await findPaymentOfOrder(gateway.db, asked.orderId);
    if (live && !paymentStates.over.includes(live.state)) {
      throw refuse('PAYMENT_CONFLICT', `Order ${asked.orderId} is ${live.state} with another payment`);
    }
    // The conflicting payment was refused between the insert and this read, so the order is free again: try once more.
  }
  throw refuse('PAYMENT_CONFLICT', `Order ${asked.orderId} is being paid with another payment`);
}

/** One statement for the payment and its look: every confirm waits for it before the provider is asked. */
const OPEN = prepared(
  'payment.open',
  statement(
    `with opened as (
       insert into gateway.payment (id, order_id, payment_key, amount, state, created_at)
       values (:id, :orderId, :paymentKey, :amount, :state, :createdAt) on conflict do nothing returning id
     ), look as (${enqueuing('exists (select from opened)')})
     select id from opened`,
    jobSets,
  ),
);

function insertPayment(gateway: Gateway, asked: Asked): Promise<PaymentRecord | undefined> {
  const now = gateway.now();
  const { orderId, paymentKey, amount } = asked;
  const state = paymentMachine.initial;
  const payment = {
    id: randomUUID(),
    orderId,
    orderNumber: orderId,
    paymentKey,
    amount,
    currency: 'KRW' as const,
    canceled: 0n,
    method: null,
    state,
    refusalCode: null,
    transactionKey: null,
    approvedAt: null,
    createdAt: now,
  };
  return moneyTransaction(gateway.db, 'open-payment', async (tx) => {
    const columns = { id: payment.id, orderId, paymentKey, amount, state, createdAt: now };
    const opened = await OPEN.rows(tx, { ...columns, ...paymentLookValues(gateway, paymentKey) });
    return opened.length === 0 ? undefined : payment;
  });
}
