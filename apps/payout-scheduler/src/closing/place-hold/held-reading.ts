import { by, reading } from '@jeongsan/nest-kit';

/** Reasons are codes that operators may invent: what is beyond the largest of them is one value of the label. */
const REASONS_SHOWN = 20;
const OTHER = 'OTHER';

type Row = { reason: string; won: bigint; sellers: bigint };

/**
 * Payable money under open holds. A hold of a seller keeps all of it, one of an order what has matured of the order, one of an
 * amount the amount.
 */
const HELD = `
  with held as (
    select h.reason, h.seller_id,
           least(a.payable, sum(case h.scope when 'SELLER' then a.payable when 'AMOUNT' then h.amount
             else coalesce((select sum(m.amount) from payouts.matured_line m
                             where m.order_id = h.order_id and m.seller_id = h.seller_id), 0) end)) as won
      from payouts.hold h
     cross join lateral (select coalesce((select greatest(0, -b.balance) from ledger.account b
                                           where b.code = 'seller:' || h.seller_id || ':payable' and b.currency = 'KRW'), 0) as payable) a
     where h.released_at is null group by h.reason, h.seller_id, a.payable
  )
  select reason, sum(won)::bigint as won, count(*) as sellers from held group by reason order by won desc, reason`;

export const heldReading = reading('holds', ['held_won', 'held_sellers'], async (db) => {
  const rows = bounded(await db.query<Row[]>(HELD));
  return {
    held_won: by(
      'reason',
      rows.map(({ reason, won }) => [reason, won] as const),
    ),
    held_sellers: by(
      'reason',
      rows.map(({ reason, sellers }) => [reason, sellers] as const),
    ),
  };
});

function bounded(rows: readonly Row[]): Row[] {
  const others = rows.slice(REASONS_SHOWN);
  if (others.length === 0) return [...rows];
  const sum = (of: (row: Row) => bigint) => others.reduce((total, row) => total + of(row), 0n);
  return [
    ...rows.slice(0, REASONS_SHOWN).filter(({ reason }) => reason !== OTHER),
    { reason: OTHER, won: sum((row) => row.won), sellers: sum((row) => row.sellers) },
  ];
}
