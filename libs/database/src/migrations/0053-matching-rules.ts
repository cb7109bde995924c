import { sqlMigration } from '../sql-migration.js';

/**
 * What matching is measured against: tolerances and waiting days by class, the provider's contracted fees, and the provider's own list of
 * payouts. Rules and fees are versions that two people decide; a version that was decided is never changed.
 */
export const MatchingRules0053 = sqlMigration(
  'MatchingRules',
  53,
  `
create table reconciliation.rule (
  id             uuid   primary key,
  class          text   not null,
  tolerance      bigint not null default 0 check (tolerance >= 0), -- minor units; a difference up to it is no break
  days           int    check (days between 0 and 365),            -- null: the days of the class
  effective_from date   not null,                                  -- the first business date of runs under this version
  state          text   not null check (state in ('proposed', 'active', 'rejected')),
  reason         text   not null,
  proposed_by    text   not null constraint proposed_by_is_actor check (proposed_by ~ '^(key|person|system|earlier):.'),
  proposed_at    timestamptz not null,
  decided_by     text   constraint decided_by_is_actor check (decided_by ~ '^(key|person|system|earlier):.'),
  decided_at     timestamptz,
  constraint decided_once check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index rule_of_a_day on reconciliation.rule (class, effective_from) where state = 'active';

create table reconciliation.fee_table (
  id             uuid   primary key,
  account        text   not null,                        -- the name of the account at the provider; empty: the main one
  effective_from date   not null,                        -- the first date of approvals under these fees
  state          text   not null check (state in ('proposed', 'active', 'rejected')),
  reason         text   not null,
  proposed_by    text   not null constraint proposed_by_is_actor check (proposed_by ~ '^(key|person|system|earlier):.'),
  proposed_at    timestamptz not null,
  decided_by     text   constraint decided_by_is_actor check (decided_by ~ '^(key|person|system|earlier):.'),
  decided_at     timestamptz,
  constraint decided_once check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index fee_table_of_a_day on reconciliation.fee_table (account, effective_from) where state = 'active';
create table reconciliation.fee_line (
  table_id uuid    not null references reconciliation.fee_table,
  method   text    not null,                             -- as the provider names it, or PAYOUT: the fee of one payout
  currency char(3) not null default 'KRW',
  rate     int     check (rate between 0 and 100000),    -- of the amount, per 100,000
  fixed    bigint  check (fixed >= 0),                   -- minor units for each payment
  rounding text    not null check (rounding in ('down', 'half-up')),
  vat_mode text    not null check (vat_mode in ('included', 'added')),
  primary key (table_id, method, currency),
  constraint rate_or_fixed check ((rate is null) <> (fixed is null))
);

-- The fee with its VAT of a payment of this amount.
create function reconciliation.contracted_fee(amount bigint, rate int, fixed bigint, rounding text, vat_mode text)
returns bigint language sql immutable as $$
  select net + case when vat_mode = 'added' then round(net / 10.0)::bigint else 0 end
    from (select coalesce(fixed, case rounding when 'down' then div(amount::numeric * rate, 100000)
                                               else round(amount::numeric * rate / 100000) end::bigint) as net) x
$$;

-- A decided version stays as it is, and no version is deleted.
create function reconciliation.keep_decided() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'proposed' then raise exception '% % is never rewritten', tg_table_name, old.id; end if;
  return new;
end $$;
create trigger kept before update or delete on reconciliation.rule for each row execute function reconciliation.keep_decided();
create trigger kept before update or delete on reconciliation.fee_table for each row execute function reconciliation.keep_decided();

-- Null: the row came before parts of fees were kept.
alter table reconciliation.settlement add column base_fee bigint;
-- The versions of rules and fees by which the run compared: {rules: [id, …], feeTables: [id, …]}.
alter table reconciliation.run add column matched_by jsonb;

-- Payouts as the provider lists them.
create table reconciliation.listed_payout (
  provider_payout_id text   primary key,
  ref_payout_id      text,
  destination        text,
  amount             bigint not null,
  currency           text   not null,
  status             text   not null,
  payout_date        date   not null,
  listed_at          timestamptz not null
);
create index listed_payout_ref on reconciliation.listed_payout (ref_payout_id);
create index listed_payout_date on reconciliation.listed_payout (payout_date);
-- Payout dates whose listing was read to its end.
create table reconciliation.payout_listing (
  day       date primary key,
  listed_at timestamptz not null
);
`,
);
