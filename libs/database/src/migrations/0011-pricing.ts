import { sqlMigration } from '../sql-migration.js';

/** Commission rules, and fees on lines and cancels. The pricing of a line is one JSON document, frozen with the line. */
export const Pricing0011 = sqlMigration(
  'Pricing',
  11,
  `
-- Which commission a line has instead of the one in its seller's terms. Null dimension: any. Never changed but to end.
create table payouts.commission_rule (
  id             uuid primary key,
  category       text,
  product_id     text,
  seller_id      text,
  charge         jsonb not null,
  effective_from date not null,
  effective_to   date,                                   -- exclusive; null: until it is ended
  created_at     timestamptz not null,
  created_by     text not null,
  -- One text that is equal for equal dimensions: what lines are looked up by.
  dimensions     text not null generated always as (
    coalesce('c' || category, '') || E'\\n' || coalesce('p' || product_id, '') || E'\\n' || coalesce('s' || seller_id, '')) stored,
  constraint names_a_dimension check (num_nonnulls(category, product_id, seller_id) > 0),
  constraint ends_after_it_starts check (effective_to > effective_from),
  -- A text stands here as a range of one number, so that no extension is needed: equal texts overlap, others do not.
  constraint one_rule_at_a_time exclude using gist (
    numrange(hashtextextended(dimensions, 0)::numeric, hashtextextended(dimensions, 0)::numeric, '[]') with &&,
    daterange(effective_from, effective_to) with &&)
);
create index on payouts.commission_rule (dimensions, effective_from);

alter table gateway.order_line
  add column product_id text,
  add column fees       bigint not null default 0 check (fees >= 0),
  add column fee_vat    bigint not null default 0 check (fee_vat >= 0),
  add column pricing    jsonb;
update gateway.order_line set pricing = jsonb_build_object(
  'termsFrom', terms_from, 'ruleId', null, 'vatBearer', 'SELLER', 'discountShare', null,
  'inputs', jsonb_build_object('ORDER_AMOUNT', amount, 'PAYMENT_AMOUNT', paid, 'DISCOUNT_AMOUNT', discount,
                               'DISCOUNT_SHARE_AMOUNT', discount_by_seller, 'TAX_FREE_AMOUNT', tax_free),
  'commission', jsonb_build_object('charge', jsonb_build_object('kind', 'RATE', 'rate', commission_rate),
                                   'rounding', 'floor', 'vatRounding', 'floor',
                                   'computed', commission::text, 'amount', commission, 'vat', commission_vat, 'cap', null),
  'fees', '[]'::jsonb);
alter table gateway.order_line
  alter column pricing set not null,
  drop column commission_rate,
  drop constraint order_line_check5,
  add constraint net_adds_up check (net >= 0 and net = paid + promotion - commission - commission_vat - fees - fee_vat);

alter table gateway.cancel_line
  add column fees    bigint not null default 0,
  add column fee_vat bigint not null default 0,
  drop constraint cancel_line_check,
  add constraint net_adds_up check (net = paid + promotion - commission - commission_vat - fees - fee_vat);
`,
);
