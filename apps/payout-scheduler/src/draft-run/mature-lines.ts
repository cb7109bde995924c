import { instantAt } from '@jeongsan/calendar';
import { lockBalances, postLedger, transaction } from '@jeongsan/database';
import { chart, lineMatured } from '@jeongsan/ledger';
import type { DataSource, EntityManager } from 'typeorm';

const SELLERS_PER_STEP = 100;

/**
 * Moves every line whose waiting time ends by `businessDate` from pending to payable, in bounded transactions by seller.
 * A line waits until reconciliation has seen its payment settled: what the provider does not owe us, nobody is owed yet.
 */
export async function matureLines(db: DataSource, businessDate: string): Promise<number> {
  let matured = 0;
  for (let after = ''; ;) {
    const sellers = await sellersWithDueLines(db, businessDate, after);
    const last = sellers.at(-1);
    if (last === undefined) return matured;
    matured += await transaction(db, (tx) => matureSellers(tx, sellers, businessDate));
    after = last;
  }
}

/** The lines that may mature: due, paid for, seen in a settlement that is not disputed, not matured before. */
const dueLines = `
  from gateway.order_line l
  join gateway.payment p on p.order_id = l.order_id and p.state in ('approved', 'partially_canceled', 'canceled')
  join reconciliation.settlement s on s.transaction_key = p.transaction_key and s.state <> 'disputed'
 where l.matures_on <= $1
   and not exists (select from payouts.matured_line m where (m.order_id, m.line_id) = (l.order_id, l.line_id))`;

async function sellersWithDueLines(db: DataSource, businessDate: string, after: string): Promise<string[]> {
  const rows = await db.query<{ seller_id: string }[]>(
    `select distinct l.seller_id ${dueLines} and l.seller_id > $2 order by l.seller_id limit $3`,
    [businessDate, after, SELLERS_PER_STEP],
  );
  return rows.map((row) => row.seller_id);
}

type DueLine = { order_id: string; line_id: string; seller_id: string; remaining: bigint };

async function matureSellers(tx: EntityManager, sellers: readonly string[], businessDate: string): Promise<number> {
  // The lock comes before the read: a cancel of one of these lines takes the same lock, so it sees the line matured or not at all.
  await lockBalances(
    tx,
    sellers.flatMap((id) => [chart.sellerPending(id), chart.sellerPayable(id)]),
  );
  const lines = await tx.query<DueLine[]>(
    `select l.order_id, l.line_id, l.seller_id,
            l.net - coalesce((select sum(c.net) from gateway.cancel_line c join gateway.cancel k on k.id = c.cancel_id
                               where (c.order_id, c.line_id) = (l.order_id, l.line_id) and k.state = 'done'), 0)::bigint as remaining
       ${dueLines} and l.seller_id = any($2)`,
    [businessDate, sellers],
  );
  await tx.query(
    `insert into payouts.matured_line (order_id, line_id, seller_id, amount, matured_on)
     select *, $5::date from unnest($1::text[], $2::text[], $3::text[], $4::bigint[])`,
    [
      lines.map((l) => l.order_id),
      lines.map((l) => l.line_id),
      lines.map((l) => l.seller_id),
      lines.map((l) => l.remaining.toString()),
      businessDate,
    ],
  );
  const effectiveAt = instantAt(businessDate, '00:00:00');
  await postLedger(
    tx,
    lines.map((l) =>
      lineMatured({ lineKey: `${l.order_id}/${l.line_id}`, sellerId: l.seller_id, amount: l.remaining, effectiveAt }),
    ),
  );
  return lines.length;
}
