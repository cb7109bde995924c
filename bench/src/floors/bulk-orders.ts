import type pg from 'pg';

/** The two tables that bulk registration writes, with keys alone. */
export const BULK_FLOOR_TABLES = `
create table plain_order (order_id text primary key, order_name text not null, ordered_at timestamptz not null, total bigint not null);
create table plain_line  (order_id text not null references plain_order, line_id text not null, seller_id text not null, category text not null,
  amount bigint not null, primary key (order_id, line_id));`;

const STORE = `
with fresh as (
  insert into plain_order select o."orderId", o."orderName", o."orderedAt", o."totalAmount"
    from jsonb_to_recordset($1) as o("orderId" text, "orderName" text, "orderedAt" timestamptz, "totalAmount" bigint)
  on conflict do nothing
)
insert into plain_line
select o."orderId", l."lineId", l."sellerId", l.category, l.amount
  from jsonb_to_recordset($1) as o("orderId" text, lines jsonb),
       jsonb_to_recordset(o.lines) as l("lineId" text, "sellerId" text, category text, amount bigint)
on conflict do nothing`;

const BATCH = 500;

/** The least that stores orders from NDJSON: each line parsed, one insert and one commit for 500; nothing checked and nothing priced. */
export async function storePlainly(client: pg.Client, ndjson: string): Promise<void> {
  const orders = ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  for (let start = 0; start < orders.length; start += BATCH) {
    await client.query({ name: 'store', text: STORE, values: [JSON.stringify(orders.slice(start, start + BATCH))] });
  }
}
