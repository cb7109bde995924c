import { randomUUID } from 'node:crypto';
import { transaction } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { paymentMachine } from '@jeongsan/state-machines';
import type { Gateway } from '../gateway.js';
import { promisePaymentLook } from '../look-later.js';
import { findPayment, findPaymentOfOrder, type PaymentRecord } from '../payment-record.js';

type Asked = Readonly<{ paymentKey: string; orderId: string; amount: bigint }>;
export type OpenedPayment = Readonly<{ payment: PaymentRecord; isNew: boolean }>;

const ATTEMPTS_MAX = 3;

/**
 * Puts a payment on record before the provider hears of it, with the promise to look later what became of it: from here on a
 * crash at any point is resolved. Returns the earlier record of a repeated request; throws PAYMENT_CONFLICT when the order is
 * being paid, or was paid, with another payment.
 */
export async function openPayment(gateway: Gateway, asked: Asked): Promise<OpenedPayment> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const payment = await insertPayment(gateway, asked);
    if (payment) return { payment, isNew: true };
    const known = await findPayment(gateway.db, asked.paymentKey);
    if (known?.orderId === asked.orderId) return { payment: known, isNew: false };
    if (known) throw refuse('PAYMENT_CONFLICT', `Payment ${asked.paymentKey} belongs to another order`);
    const live = await findPaymentOfOrder(gateway.db, asked.orderId);
    if (live && live.state !== 'refused') {
      throw refuse('PAYMENT_CONFLICT', `Order ${asked.orderId} is ${live.state} with another payment`);
    }
    // The payment in our way was refused between the two looks: the order is free again.
  }
  throw refuse('PAYMENT_CONFLICT', `Order ${asked.orderId} is being paid with another payment`);
}

function insertPayment(gateway: Gateway, asked: Asked): Promise<PaymentRecord | undefined> {
  const now = gateway.now();
  const { orderId, paymentKey, amount } = asked;
  const state = paymentMachine.initial;
  const payment = {
    id: randomUUID(),
    orderId,
    paymentKey,
    amount,
    canceled: 0n,
    state,
    refusalCode: null,
    createdAt: now,
  };
  return transaction(gateway.db, async (tx) => {
    const inserted = await tx.query<unknown[]>(
      `insert into gateway.payment (id, order_id, payment_key, amount, state, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
      [payment.id, orderId, paymentKey, amount, state, now],
    );
    if (inserted.length === 0) return undefined;
    await promisePaymentLook(tx, gateway, paymentKey);
    return payment;
  });
}
