import { lockBalances } from '@jeongsan/database';
import { type Account, chart } from '@jeongsan/ledger';
import type { EntityManager } from 'typeorm';
import type { CancelLine } from '../cancel-lines.js';
import { refundSources } from './refund-sources.js';

/**
 * The pending money of each line: its net amount, less what cancels took, less what matured and no cancel took back
 * since. The cancel in question is left out.
 */
const PENDING = `
  select l.line_id as "lineId",
         (l.net - coalesce(c.net, 0) - (coalesce(m.amount, 0) - coalesce(c.taken, 0)))::bigint as pending
    from gateway.order_line l
    cross join lateral (
      select sum(x.net) as net, sum(x.from_payable + x.to_debt) as taken
        from gateway.cancel_line x join gateway.cancel k on k.id = x.cancel_id and k.state = 'done' and k.id <> $2
       where x.order_id = l.order_id and x.line_id = l.line_id) c
    cross join lateral (
      select sum(x.amount) as amount from payouts.matured_line x
       where x.order_id = l.order_id and x.line_id = l.line_id) m
   where l.order_id = $1`;

type Sold = Readonly<{ sellerId: string }>;

/** The accounts of the lines' sellers that a cancel may change: lock all of them in one call. */
export const accountsOf = (lines: readonly Sold[]): Account[] =>
  sellersOf(lines).flatMap((id) => [chart.sellerPending(id), chart.sellerPayable(id), chart.sellerDebt(id)]);

export const sellersOf = (lines: readonly Sold[]): string[] => [...new Set(lines.map((line) => line.sellerId))];

/**
 * Locks the sellers' accounts first and then reads the pending money of the lines: the lock stops the maturity of these
 * lines, so the amounts read hold until the commit.
 */
export async function lockAndSource(
  tx: EntityManager,
  orderId: string,
  cancelId: string,
  lines: readonly CancelLine[],
): Promise<CancelLine[]> {
  const balances = await lockBalances(tx, accountsOf(lines));
  const waiting = await tx.query<{ lineId: string; pending: bigint }[]>(PENDING, [orderId, cancelId]);
  const payable = new Map(sellersOf(lines).map((id) => [id, balances.get(chart.sellerPayable(id).code) ?? 0n]));
  return refundSources(lines, new Map(waiting.map((row) => [row.lineId, row.pending])), payable);
}
