import { sqlMigration } from '../sql-migration.js';

/** Units on order lines and in cancels, and the indexes behind the lists of orders and of payments. */
export const OrderLists0037 = sqlMigration(
  'OrderLists',
  37,
  `
alter table gateway.order_line
  add column quantity   int not null default 1 check (quantity >= 1),
  add column ordered_at timestamptz not null default now(); -- of its order: a list of one seller's orders needs no other table
update gateway.order_line l set ordered_at = o.ordered_at from gateway.orders o where o.order_id = l.order_id;
create index orders_listed on gateway.orders (ordered_at, order_id);
create index order_line_listed on gateway.order_line (seller_id, ordered_at, order_id);

-- Units that the cancel gives back; negative: a cancel was undone.
alter table gateway.cancel_line add column quantity int not null default 0;
-- Of the lines that the request named: a repeat under the same key must name the same. Null: the request named none.
alter table gateway.cancel add column lines_hash text;
-- Until now every line was one unit, given back with the last won of the line.
update gateway.cancel_line x set quantity = 1
  from gateway.order_line l
 where (l.order_id, l.line_id) = (x.order_id, x.line_id)
   and l.paid = (select sum(y.paid) from gateway.cancel_line y join gateway.cancel c on c.id = y.cancel_id and c.state = 'done'
                  where (y.order_id, y.line_id) = (x.order_id, x.line_id))
   and x.cancel_id = (select y.cancel_id from gateway.cancel_line y join gateway.cancel c on c.id = y.cancel_id and c.state = 'done'
                       where (y.order_id, y.line_id) = (x.order_id, x.line_id)
                       order by c.canceled_at desc, c.id desc limit 1);

create index payment_listed on gateway.payment (created_at, id);
create index payment_listed_by_state on gateway.payment (state, created_at, id);
create index payment_listed_by_method on gateway.payment (method, created_at, id);

-- The sellers of a payment, by the time of the payment. Written by the database, because a payment gets its order in several ways.
create table gateway.payment_of_seller (
  seller_id  text not null,
  created_at timestamptz not null,
  payment_id uuid not null,
  primary key (seller_id, created_at, payment_id)
);
insert into gateway.payment_of_seller
select distinct l.seller_id, p.created_at, p.id from gateway.payment p join gateway.order_line l on l.order_id = p.order_id;
create function gateway.name_sellers_of_payment() returns trigger language plpgsql as $$
begin
  insert into gateway.payment_of_seller
  select distinct l.seller_id, new.created_at, new.id from gateway.order_line l where l.order_id = new.order_id
  on conflict do nothing;
  return null;
end $$;
create trigger name_sellers after insert or update of order_id on gateway.payment
  for each row when (new.order_id is not null) execute function gateway.name_sellers_of_payment();
`,
);
