import { sqlMigration } from '../sql-migration.js';

/** Splits that are named once for a product or a service, and what was sold in payments whose order the provider numbers. */
export const Splits0044 = sqlMigration(
  'Splits',
  44,
  `
-- How the money of one unit is divided. A new version applies to later payments; the rows are kept.
create table gateway.split (
  id       uuid primary key,
  kind     text not null check (kind in ('product', 'ars')),
  key      text not null,                              -- a productKey, or the first digits of reserveNumbers (none: every one)
  version  int not null check (version > 0),
  document jsonb not null,
  reason   text not null,
  named_at timestamptz not null,
  named_by text not null constraint named_by_is_actor check (named_by ~ '^(key|person|system|earlier):.'),
  unique (kind, key, version)
);
create trigger kept before update or delete on gateway.split for each row execute function gateway.refuse_change();

-- What a payment of a payment link, or of an ARS reservation, sold: copied from the provider once.
create table gateway.sold_item (
  payment_key text not null,
  position    int not null,
  subject     text not null,                           -- of its webhooks: link/{orderKey} or ars/{id of the reservation}
  kind        text not null check (kind in ('product', 'ars')),
  key         text not null,                           -- the productKey, or the reserveNumber
  quantity    int not null check (quantity > 0),
  unit_price  bigint not null check (unit_price >= 0),
  delivery    bigint not null check (delivery >= 0),
  tax_free    bigint not null check (tax_free >= 0),   -- of the whole payment
  sold_at     timestamptz not null,
  primary key (payment_key, position)
);
create index on gateway.sold_item (kind, key);
create index on gateway.sold_item (subject);
create index on gateway.sold_item (kind, sold_at);
create trigger kept before update or delete on gateway.sold_item for each row execute function gateway.refuse_change();

alter table gateway.payment
  drop constraint payment_unallocated_because_check,
  add constraint payment_unallocated_because_check check (unallocated_because in ('NO_ORDER', 'AMOUNT_DIFFERS', 'FOREIGN_CURRENCY',
    'ORDER_PAID', 'SPLIT_MISSING', 'SPLIT_MISMATCH', 'SPLIT_REFUSED'));
create index payment_unallocated_by_id on gateway.payment (id) where order_id is null;
`,
);
