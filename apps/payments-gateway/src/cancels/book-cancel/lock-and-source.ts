import { lockBalances } from '@jeongsan/database';
import { type Account, chart } from '@jeongsan/ledger';
import type { EntityManager } from 'typeorm';
import type { CancelLine } from '../cancel-lines.js';
import { refundSources } from './refund-sources.js';
import { returnSources, type MaturedMoney } from './return-sources.js';

/**
 * The money of each line of an order: its net amount less what cancels took (`remaining`), what has matured of it and no
 * cancel took back since (`kept`), and the share of the line that has matured, in 1/100,000. The cancel in question is
 * left out.
 */
const MONEY = `
  select l.line_id as "lineId", (l.net - coalesce(c.net, 0))::bigint as remaining,
         (coalesce(m.amount, 0) - coalesce(c.taken, 0))::bigint as kept, coalesce(m.share, 0)::bigint as share
    from gateway.order_line l
    cross join lateral (
      select sum(x.net) as net, sum(x.from_payable + x.to_debt) as taken
        from gateway.cancel_line x join gateway.cancel k on k.id = x.cancel_id and k.state = 'done' and k.id <> $2
       where x.order_id = l.order_id and x.line_id = l.line_id) c
    cross join lateral (
      select sum(x.amount) as amount, sum(x.share) as share from payouts.matured_line x
       where x.order_id = l.order_id and x.line_id = l.line_id) m
   where l.order_id = $1`;

type Sold = Readonly<{ sellerId: string }>;

/** The accounts of the lines' sellers that a cancel may change: lock all of them in one call. */
export const accountsOf = (lines: readonly Sold[]): Account[] =>
  sellersOf(lines).flatMap((id) => [chart.sellerPending(id), chart.sellerPayable(id), chart.sellerDebt(id)]);

export const sellersOf = (lines: readonly Sold[]): string[] => [...new Set(lines.map((line) => line.sellerId))];

/**
 * Locks the sellers' accounts first and then reads the money of the lines: the lock stops the maturity of these lines,
 * so the amounts read hold until the commit. Returns the lines with the sources of each seller's part.
 */
export async function lockAndSource(
  tx: EntityManager,
  orderId: string,
  cancelId: string,
  lines: readonly CancelLine[],
): Promise<CancelLine[]> {
  const balances = await lockBalances(tx, accountsOf(lines));
  const rows = await tx.query<(MaturedMoney & { lineId: string })[]>(MONEY, [orderId, cancelId]);
  const money = new Map(rows.map((row) => [row.lineId, row]));
  const payable = new Map(sellersOf(lines).map((id) => [id, balances.get(chart.sellerPayable(id).code) ?? 0n]));

  const returned = returnSources(lines, money);
  for (const { sellerId, fromPayable } of returned) payable.set(sellerId, (payable.get(sellerId) ?? 0n) - fromPayable);
  const pending = new Map(rows.map(({ lineId, remaining, kept }) => [lineId, remaining - kept]));
  const taken = refundSources(
    lines.filter(({ net }) => net >= 0n),
    pending,
    payable,
  );
  const sourced = new Map([...returned, ...taken].map((line) => [line.lineId, line]));
  return lines.map((line) => sourced.get(line.lineId) ?? line);
}
