import { randomUUID } from 'node:crypto';
import { postLedger } from '@jeongsan/database';
import { paymentApproved, paymentCanceled } from '@jeongsan/ledger';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import type { DataSource } from 'typeorm';

/**
 * Books a paid order of one line, 10,000 won at 10 % (8,900 net), that matures in the given tranches; by default the
 * payment is settled. Returns the order's id.
 */
export async function paidOrder(
  db: DataSource,
  sellerId: string,
  tranches: readonly { share: number; maturesOn: string }[],
  settlement: 'imported' | 'disputed' | null = 'imported',
): Promise<string> {
  const orderId = `order-${randomUUID()}`;
  const [paymentId, transactionKey] = [randomUUID(), randomUUID()];
  await db.query(`insert into gateway.orders values ($1, 'o', now(), 'KRW', 10000, 0, '', now())`, [orderId]);
  await db.query(
    `insert into gateway.order_line (order_id, line_id, position, seller_id, category, amount, tax_free, discount, discount_by_seller, paid,
                                     promotion, commission, commission_vat, net, terms_from, matures_on, pricing)
     values ($1, '1', 1, $2, 'c', 10000, 0, 0, 0, 10000, 0, 1000, 100, 8900, '2026-01-01', $3, '{}')`,
    [orderId, sellerId, tranches.map((t) => t.maturesOn).reduce((a, b) => (a > b ? a : b))],
  );
  await db.query(
    `insert into gateway.order_line_tranche (order_id, line_id, tranche, seller_id, share, matures_on)
     select $1, '1', t.tranche, $2, t.share, t.matures_on
       from unnest($3::int[], $4::date[]) with ordinality as t(share, matures_on, tranche)`,
    [orderId, sellerId, tranches.map((t) => t.share), tranches.map((t) => t.maturesOn)],
  );
  await db.query(
    `insert into gateway.payment (id, order_id, payment_key, amount, state, transaction_key, approved_at, created_at)
     values ($1, $2, $3, 10000, 'approved', $4, now(), now())`,
    [paymentId, orderId, `key-${paymentId}`, transactionKey],
  );
  if (settlement) await settled(db, orderId, transactionKey, settlement);
  const effectiveAt = new Date('2026-05-01T01:00:00Z');
  const line = { ...NO_AMOUNTS, sellerId, paid: 10_000n, commission: 1_000n, commissionVat: 100n };
  await postLedger(db, [paymentApproved({ paymentId, effectiveAt, lines: [line] })]);
  return orderId;
}

async function settled(db: DataSource, orderId: string, transactionKey: string, state: string): Promise<void> {
  await db.query(
    `insert into reconciliation.settlement (transaction_key, payment_key, order_id, method, currency, amount, fee, fees, supply_amount, vat,
       pay_out_amount, occurred_on, sold_date, paid_out_date, pending_from, state, download_id)
     values ($1, 'k', $2, '카드', 'KRW', 10000, 220, 220, 200, 20, 9780, '2026-05-01', '2026-05-01', '2026-05-06', '2026-05-04', $3, 1)`,
    [transactionKey, orderId, state],
  );
}

/** Books a partial cancel of an order's line like the gateway does: taken from pending first, then from payable. */
export async function canceledPart(
  db: DataSource,
  orderId: string,
  part: { net: bigint; fromPayable: bigint; toDebt?: bigint },
): Promise<void> {
  const cancelId = randomUUID();
  const { net, fromPayable, toDebt = 0n } = part;
  await db.query(
    `with done as (
       insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, transaction_key, canceled_at, created_at)
       select $1::uuid, id, $1::text, $3, 'r', 'done', $1::text, now(), now() from gateway.payment where order_id = $2 returning id)
     insert into gateway.cancel_line (cancel_id, order_id, line_id, seller_id, paid, promotion, commission, commission_vat, net, tax_free,
                                      from_payable, to_debt)
     select done.id, order_id, line_id, seller_id, $3, 0, 0, 0, $3, 0, $4, $5 from done, gateway.order_line where order_id = $2`,
    [cancelId, orderId, net, fromPayable, toDebt],
  );
  const [line] = await db.query<{ sellerId: string }[]>(
    'select seller_id as "sellerId" from gateway.order_line where order_id = $1',
    [orderId],
  );
  const { sellerId } = line as { sellerId: string };
  const reversed = { ...NO_AMOUNTS, sellerId, paid: net, fromPayable, toDebt };
  await postLedger(db, [
    paymentCanceled({ cancelId, effectiveAt: new Date('2026-05-09T01:00:00Z'), lines: [reversed] }),
  ]);
}
