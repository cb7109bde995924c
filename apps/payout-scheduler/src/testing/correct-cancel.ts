import { randomUUID } from 'node:crypto';
import { instantAt } from '@jeongsan/calendar';
import { lockBalances, postLedger } from '@jeongsan/database';
import { cancelReallocated, chart } from '@jeongsan/ledger';
import { reversalOf } from '@jeongsan/settlement';
import type { DataSource, EntityManager } from 'typeorm';
import type { MarketOrder } from './settled-market.js';

type Correction = Readonly<{ cancelId: string; on: string; differences: readonly bigint[] }>;

/**
 * Moves the amount of a cancel between the lines of an order like the gateway does: a line that gives is taken from
 * pending, payable and debt in that order; a line that gets money back is payable as far as the line has matured.
 */
export async function correctCancel(
  db: DataSource,
  order: MarketOrder,
  { cancelId, on, differences }: Correction,
): Promise<string> {
  const [id, at] = [randomUUID(), instantAt(on, '12:00:00')];
  await db.transaction(async (tx) => {
    const balances = await lockBalances(
      tx,
      order.lines.flatMap(({ sellerId: s }) => [chart.sellerPending(s), chart.sellerPayable(s), chart.sellerDebt(s)]),
    );
    await tx.query(
      `insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, kind, corrects, canceled_at, created_at)
       values ($1::uuid, $2, $1::text, 0, '', 'done', 'correction', $3, $4, $4)`,
      [id, order.paymentId, cancelId, at],
    );
    const lines = [];
    for (const [index, line] of order.lines.entries()) {
      const difference = differences[index] ?? 0n;
      if (difference === 0n) continue;
      const parts = reversalOf(line, line.canceled, difference);
      line.canceled += difference;
      const { pending, due } = await moneyOf(tx, order.orderId, line.lineId, parts.net);
      const payableCode = chart.sellerPayable(line.sellerId).code;
      const payable = balances.get(payableCode) ?? 0n;
      const beyond = parts.net > pending ? parts.net - pending : 0n;
      const fromPayable = parts.net < 0n ? -due : beyond < payable ? beyond : payable;
      const toDebt = parts.net < 0n ? 0n : beyond - fromPayable;
      balances.set(payableCode, payable - fromPayable);
      await tx.query(
        `insert into gateway.cancel_line (cancel_id, order_id, line_id, seller_id, paid, promotion, commission, commission_vat, fees, fee_vat,
           net, tax_free, from_payable, to_debt) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13)`,
        [
          ...[id, order.orderId, line.lineId, line.sellerId, difference, parts.promotion, parts.commission],
          ...[parts.commissionVat, parts.fees, parts.feeVat, parts.net, fromPayable, toDebt],
        ],
      );
      lines.push({ ...parts, sellerId: line.sellerId, fromPayable, toDebt });
    }
    await postLedger(tx, [cancelReallocated({ correctionId: id, effectiveAt: at, lines })]);
  });
  return id;
}

/** What waits of a line, and how much of `-net` won that the line gets back would have matured by now. */
async function moneyOf(
  tx: EntityManager,
  orderId: string,
  lineId: string,
  net: bigint,
): Promise<{ pending: bigint; due: bigint }> {
  const [money] = await tx.query<{ pending: bigint; due: bigint }[]>(
    `select (remaining - kept)::bigint as pending,
            least(-$3::bigint, greatest(0, (remaining - $3::bigint) * share / 100000 - kept))::bigint as due
       from (select l.net - coalesce(gone.net, 0) as remaining, coalesce(m.amount, 0) - coalesce(gone.taken, 0) as kept, coalesce(m.share, 0) as share
               from gateway.order_line l
               cross join lateral (select sum(net) as net, sum(from_payable + to_debt) as taken from gateway.cancel_line
                                    where (order_id, line_id) = (l.order_id, l.line_id)) gone
               cross join lateral (select sum(amount) as amount, sum(share) as share from payouts.matured_line
                                    where (order_id, line_id) = (l.order_id, l.line_id)) m
              where (l.order_id, l.line_id) = ($1, $2)) line`,
    [orderId, lineId, net],
  );
  if (!money) throw new Error(`Order ${orderId} has no line ${lineId}`);
  return money;
}
