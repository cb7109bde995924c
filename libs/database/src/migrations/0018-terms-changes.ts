import { sqlMigration } from '../sql-migration.js';

/** Changes of a seller's terms, approved by a second person, and the adjustments of order lines under the former terms. */
export const TermsChanges0018 = sqlMigration(
  'TermsChanges',
  18,
  `
create table payouts.terms_change (
  id             uuid primary key,
  seller_id      text not null,
  effective_from date not null,                          -- first Asia/Seoul date of orders that the change is about
  document       jsonb not null,                         -- the new terms
  is_estimate    boolean not null,                       -- for days to come: of the last 30 days' orders, and never posted
  state          text not null check (state in ('proposed', 'approved', 'rejected')),
  line_count     int    not null,
  promotion      bigint not null,                        -- sums of the lines as proposed
  commission     bigint not null,
  commission_vat bigint not null,
  fees           bigint not null,
  fee_vat        bigint not null,
  net            bigint not null check (net = promotion - commission - commission_vat - fees - fee_vat),
  content_hash   text   not null,                        -- what is approved is what is posted
  proposed_by    text not null,
  proposed_at    timestamptz not null,
  decided_by     text,
  decided_at     timestamptz,
  approval       int,                                    -- counts the approved changes of a seller: of a line the last one is in force
  unique (seller_id, approval),
  constraint second_person check (state <> 'approved' or decided_by <> proposed_by),
  constraint decided check ((state = 'proposed') = (decided_by is null) and (state = 'approved') = (approval is not null))
);
create index on payouts.terms_change (seller_id, id);

-- What a change moves of one line. Step 0 is what was proposed; later ones follow the cancels since, which reverse what was frozen.
create table payouts.line_adjustment (
  change_id          uuid not null references payouts.terms_change deferrable initially deferred,
  order_id           text not null,
  line_id            text not null,
  step               int  not null check (step >= 0),
  posted_at          timestamptz check ((step = 0) = (posted_at is null)), -- of step 0, when the change is approved
  canceled           bigint not null check (canceled >= 0), -- of the paid amount, as far as this accounts for it; all, while it is not paid
  new_promotion      bigint not null,                    -- the whole line under the new terms
  new_commission     bigint not null,
  new_commission_vat bigint not null,
  new_fees           bigint not null,
  new_fee_vat        bigint not null,
  promotion          bigint not null,                    -- the difference that this step posts
  commission         bigint not null,
  commission_vat     bigint not null,
  fees               bigint not null,
  fee_vat            bigint not null,
  net                bigint not null check (net = promotion - commission - commission_vat - fees - fee_vat),
  primary key (change_id, order_id, line_id, step),
  foreign key (order_id, line_id) references gateway.order_line
);
create index on payouts.line_adjustment (order_id, line_id);
create index on payouts.line_adjustment (posted_at) where posted_at is not null;

create function payouts.refuse_adjusted() returns trigger language plpgsql as $$
begin
  raise exception 'an adjustment is never changed' using errcode = 'JS005';
end $$;
create trigger never_changed before update or delete on payouts.line_adjustment
  for each row execute function payouts.refuse_adjusted();
create trigger no_truncate before truncate on payouts.line_adjustment execute function payouts.refuse_adjusted();
create trigger never_changed before update of id, seller_id, effective_from, document, is_estimate, line_count, promotion, commission,
    commission_vat, fees, fee_vat, net, content_hash, proposed_by, proposed_at or delete on payouts.terms_change
  for each row execute function payouts.refuse_adjusted();

-- A seller's lines are read in pages.
create index order_line_of_seller on gateway.order_line (seller_id, order_id, line_id);
drop index gateway.order_line_seller_id_idx;
`,
);
