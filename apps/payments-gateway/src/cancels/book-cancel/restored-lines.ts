import { lockBalances } from '@jeongsan/database';
import { chart } from '@jeongsan/ledger';
import { lineColumns } from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import type { CancelLine } from '../cancel-lines.js';
import { accountsOf } from './lock-and-source.js';

const WITHDRAWN = `
  select l.line_id as "lineId", l.seller_id as "sellerId", l.quantity, ${selected(lineColumns, 'l')}, l.tax_free as "taxFree",
         l.from_payable as "fromPayable", l.to_debt as "toDebt"
    from gateway.cancel_line l join gateway.order_line o on (o.order_id, o.line_id) = (l.order_id, l.line_id)
   where l.cancel_id = (select id from gateway.cancel
                         where payment_id = $1 and kind = 'withdrawal' and state = 'done' and id <> $2
                           and created_at <= $3
                         order by created_at desc, id limit 1)
   order by o.position`;

/**
 * The lines of a deposit that came again: the lines of its withdrawal with the opposite sign. Money that the withdrawal made a
 * seller's debt settles as much of that debt as is left, and the rest is payable again. Locks the sellers' accounts.
 */
export async function restoredLines(
  tx: EntityManager,
  payment: Readonly<{ id: string }>,
  redeposit: Readonly<{ id: string; createdAt: Date }>,
): Promise<CancelLine[]> {
  const withdrawn = await tx.query<CancelLine[]>(WITHDRAWN, [payment.id, redeposit.id, redeposit.createdAt]);
  const balances = await lockBalances(tx, accountsOf(withdrawn));
  const debts = new Map<string, bigint>();
  return withdrawn.map((line) => {
    const debt = debts.get(line.sellerId) ?? balances.get(chart.sellerDebt(line.sellerId).code) ?? 0n;
    const settled = line.toDebt < debt ? line.toDebt : debt;
    debts.set(line.sellerId, debt - settled);
    return { ...opposite(line), fromPayable: settled - line.toDebt - line.fromPayable, toDebt: -settled };
  });
}

/** Every amount of the line with the opposite sign. */
function opposite(line: CancelLine): CancelLine {
  const { lineId, sellerId, ...amounts } = line;
  const turned = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, -amount]));
  return { ...line, ...turned, lineId, sellerId };
}
