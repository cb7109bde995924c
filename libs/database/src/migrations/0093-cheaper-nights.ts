import { sqlMigration } from '../sql-migration.js';

/**
 * What a nightly comparison asked of all records of a day is kept where few of them have it: payments unlike their order, and rows of
 * canceled sales. The contracted fee of an amount, which is never negative, is computed with whole numbers; an amount whose product could
 * pass 63 bits still takes `numeric`.
 */
export const CheaperNights0093 = sqlMigration(
  'CheaperNights',
  93,
  `
alter table gateway.payment add column differs_from_order boolean not null default false;
update gateway.payment p set differs_from_order = true from gateway.orders o
 where o.order_id = p.order_id and (o.total, o.currency) <> (p.amount, p.currency);
create index payment_unlike_its_order on gateway.payment (approved_at) where differs_from_order;

create function gateway.compare_with_order() returns trigger language plpgsql as $$
begin
  new.differs_from_order := exists (select from gateway.orders o
    where o.order_id = new.order_id and (o.total, o.currency) <> (new.amount, new.currency));
  return new;
end $$;
create trigger compared before insert or update of order_id, amount, currency on gateway.payment
  for each row execute function gateway.compare_with_order();

create function gateway.compare_with_payments() returns trigger language plpgsql as $$
begin
  update gateway.payment p set differs_from_order = (new.total, new.currency) <> (p.amount, p.currency) where p.order_id = new.order_id;
  return null;
end $$;
create trigger compared after update of total, currency on gateway.orders
  for each row when ((old.total, old.currency) is distinct from (new.total, new.currency))
  execute function gateway.compare_with_payments();

create index if not exists settlement_given_back on reconciliation.settlement (sold_date) where amount < 0;

create or replace function reconciliation.fee_before_vat(amount bigint, rate int, fixed bigint, rounding text) returns bigint
language sql immutable parallel safe as $$
  select coalesce(fixed, case when amount <= 90000000000000
    then (amount * rate + case rounding when 'down' then 0 else 50000 end) / 100000
    else div(amount::numeric * rate + case rounding when 'down' then 0 else 50000 end, 100000)::bigint end)
$$;
`,
);
