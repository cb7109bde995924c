import { erasureDecision, type ErasureAsked, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { enqueue, recordErasure, transaction, type Erasure, type Kept } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';
import type { Gateway } from '../../gateway.js';
import { findPayment, type PaymentRecord } from '../../payments/payment-record.js';

type Eraser = Pick<Gateway, 'db' | 'now' | 'keepDays'>;

const DAY_MS = 86_400_000;
/** Stored answers for repeated requests are deleted after 15 days; the report of an erasure names that date. */
const ANSWERS_KEPT_DAYS = 15;

const inDays = (from: Date, days: number): string => businessDateOf(new Date(from.getTime() + days * DAY_MS));

/** Erases the buyer of the order that a payment paid for. Throws PAYMENT_NOT_FOUND. */
export async function eraseBuyerOfPayment(gateway: Eraser, paymentKey: string, asked: ErasureAsked): Promise<Erasure> {
  const payment = await findPayment(gateway.db, paymentKey);
  if (!payment) throw refuse('PAYMENT_NOT_FOUND', `Payment ${paymentKey} was never confirmed here`);
  const { orderId } = payment;
  return orderId === null ? eraseBuyerWithoutOrder(gateway, payment, asked) : eraseBuyer(gateway, orderId, asked);
}

/** The buyer of an unallocated payment: our books hold no order of the payment, so there is no name of an order. */
const eraseBuyerWithoutOrder = (
  { db, now }: Eraser,
  { id, paymentKey }: PaymentRecord,
  asked: ErasureAsked,
): Promise<Erasure> =>
  transaction(db, async (tx) => {
    const at = now();
    const reasons = await eraseReasons(tx, [id]);
    await enqueue(tx, 'webhook-bodies.erase', { paymentKey }, at);
    const erased = [
      { what: 'cancel reasons', rows: reasons },
      { what: 'webhook bodies, by payment', rows: 1 },
    ];
    const erasure: Erasure = { subject: `payment/${paymentKey}`, erased, kept: [answersKept(at), amountsKept] };
    await recordErasure(tx, erasure, { request: asked.request, by: asked.author.actor }, at);
    await recordDecision(tx, erasureDecision('buyer.erased', erasure, asked), at);
    return erasure;
  });

const answersKept = (at: Date): Kept => ({
  what: 'stored answers, sealed',
  until: inDays(at, ANSWERS_KEPT_DAYS),
  because: 'repeats of a request get its answer',
});
const amountsKept: Kept = {
  what: 'amounts, dates and ids',
  until: null,
  because: '국세기본법 85조의3: the books; they name nobody',
};

/**
 * Erases the texts that people wrote about an order, and the buyer's data in its webhooks. Amounts, dates and ids stay,
 * because the books need them; names of sold goods stay for the legal time of the contract's record. A repeat erases
 * texts that arrived since. Throws ORDER_NOT_FOUND.
 */
export const eraseBuyer = ({ db, now, keepDays }: Eraser, orderId: string, asked: ErasureAsked): Promise<Erasure> =>
  transaction(db, async (tx) => {
    const at = now();
    const order = await lockOrder(tx, orderId);
    const nameGoesAt = inDays(order.createdAt, keepDays.orderNames);
    const isOver = order.createdAt.getTime() + keepDays.orderNames * DAY_MS <= at.getTime();
    const names = isOver ? await eraseName(tx, orderId) : 0;
    const payments = await tx.query<{ id: string; paymentKey: string }[]>(
      'select id, payment_key as "paymentKey" from gateway.payment where order_id = $1',
      [orderId],
    );
    const reasons = await eraseReasons(
      tx,
      payments.map(({ id }) => id),
    );
    for (const { paymentKey } of payments) await enqueue(tx, 'webhook-bodies.erase', { paymentKey }, at);
    const erasure: Erasure = {
      subject: `order/${orderId}`,
      erased: [
        { what: 'cancel reasons', rows: reasons },
        { what: 'order name', rows: names },
        // The erasure is done by a job, within a minute.
        { what: 'webhook bodies, by payment', rows: payments.length },
      ],
      kept: [
        ...(isOver
          ? []
          : [{ what: 'order name', until: nameGoesAt, because: '전자상거래법 시행령 6조: record of the contract' }]),
        answersKept(at),
        amountsKept,
      ],
    };
    await recordErasure(tx, erasure, { request: asked.request, by: asked.author.actor }, at);
    await recordDecision(tx, erasureDecision('buyer.erased', erasure, asked), at);
    return erasure;
  });

async function lockOrder(tx: EntityManager, orderId: string): Promise<{ createdAt: Date }> {
  const [order] = await tx.query<{ createdAt: Date }[]>(
    'select created_at as "createdAt" from gateway.orders where order_id = $1 for update',
    [orderId],
  );
  if (!order) throw refuse('ORDER_NOT_FOUND', `Order ${orderId} was never registered`);
  return order;
}

async function eraseName(tx: EntityManager, orderId: string): Promise<number> {
  const sql = `update gateway.orders set order_name = '' where order_id = $1 and order_name <> ''`;
  const [, count] = await tx.query<[unknown[], number]>(sql, [orderId]);
  return count;
}

/** A cancel that is still open may have to be sent again, and that needs its reason. */
async function eraseReasons(tx: EntityManager, paymentIds: readonly string[]): Promise<number> {
  const [, count] = await tx.query<[unknown[], number]>(
    `update gateway.cancel set reason = '' where payment_id = any($1) and reason <> '' and state <> 'requested'`,
    [paymentIds],
  );
  return count;
}
