import { sqlMigration } from '../sql-migration.js';

/**
 * Outcomes of payouts: rounds without an outcome, parked payouts and the decisions about them, and notices of the weekly limit.
 */
export const Outcomes0020 = sqlMigration(
  'Outcomes',
  20,
  `
alter table payouts.payout
  add column absent_rounds    int not null default 0 check (absent_rounds >= 0),    -- sent, unanswered, and absent from two listings
  add column duplicate_rounds int not null default 0 check (duplicate_rounds >= 0), -- answered "duplicate" about this very payout
  add column not_before       date;                                                 -- the provider refused an earlier payout date
create index payout_parked on payouts.payout (id) where state = 'parked';

-- The evidence for "never made": each complete listing in which payouts of a batch were looked for in vain.
create table payouts.absent_listing (
  attempt_id     uuid not null references payouts.attempt,
  number         int  not null check (number > 0),
  listed_at      timestamptz not null,
  from_date      date not null,
  to_date        date not null,
  payouts_listed int  not null check (payouts_listed >= 0),
  absent         uuid[] not null,
  primary key (attempt_id, number)
);
create trigger append_only before update or delete on payouts.absent_listing
  for each row execute function payouts.refuse_sealed_change('a listing stays as it was seen');
create trigger no_truncate before truncate on payouts.absent_listing
  execute function payouts.refuse_sealed_change('a listing stays as it was seen');

create table payouts.parked_decision (
  id                 uuid primary key,
  payout_id          uuid not null references payouts.payout,
  kind               text not null check (kind in ('NEVER_MADE', 'MADE', 'SEND_AGAIN')),
  provider_payout_id text check ((kind = 'MADE') = (provider_payout_id is not null)),
  reason             text not null,
  state              text not null check (state in ('proposed', 'approved', 'rejected')),
  proposed_by        text not null,
  proposed_at        timestamptz not null,
  decided_by         text,
  decided_at         timestamptz,
  constraint second_person check (state <> 'approved' or decided_by <> proposed_by),
  constraint decided check ((state = 'proposed') = (decided_by is null) and (state = 'proposed') = (decided_at is null))
);
create index on payouts.parked_decision (payout_id, id);
create unique index one_open_parked_decision on payouts.parked_decision (payout_id) where state = 'proposed';
create trigger decided_once before update or delete on payouts.parked_decision for each row when (old.state <> 'proposed')
  execute function payouts.refuse_sealed_change('a decision stays as it was taken');

-- The account a bank refused: a hold for it ends when the seller is paid to another one.
alter table payouts.hold add column account_fingerprint text;

-- A seller is told once a week that its limit is near, and once that it is reached.
create table payouts.limit_notice (
  seller_id  text not null,
  week       date not null,                              -- its Monday, in Asia/Seoul
  kind       text not null check (kind in ('NEAR', 'REACHED')),
  used       bigint not null,
  due        bigint not null,                            -- NEAR: payable and maturing within seven days; REACHED: what waits
  fits_on    date,
  noticed_at timestamptz not null,
  primary key (seller_id, week, kind)
);
`,
);
