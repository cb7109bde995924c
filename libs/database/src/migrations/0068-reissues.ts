import { sqlMigration } from '../sql-migration.js';

/**
 * Failed payouts that are paid off-cycle: a person asks for one, or a versioned policy does. A reissue is paid by an off-cycle
 * statement, whose payout has an id and a reference of its own.
 */
export const Reissues0068 = sqlMigration(
  'Reissues',
  68,
  `
create table payouts.reissue (
  id           uuid primary key,
  payout_id    uuid not null references payouts.payout,      -- the payout that failed
  seller_id    text not null,
  -- Won of the failed payout that are still owed: the most that an off-cycle statement pays for it.
  amount       bigint not null check (amount > 0),
  -- How often this money was reissued, this time included.
  attempt      smallint not null check (attempt > 0),
  due_on       date not null,
  policy       bigint,                                       -- the version of the policy; null: a person asked
  reason       text not null,
  requested_by text not null constraint requested_by_is_actor check (requested_by ~ '^(key|person|system|earlier):.'),
  requested_at timestamptz not null,
  statement_id uuid references payouts.statement,            -- the statement that took it up; null: open
  taken_at     timestamptz,
  constraint taken_by_statement check ((statement_id is null) = (taken_at is null))
);
-- Two requests at once make one reissue.
create unique index reissue_open on payouts.reissue (payout_id) where statement_id is null;
create index reissue_waiting on payouts.reissue (seller_id, due_on) where statement_id is null;
create index reissue_of_payout on payouts.reissue (payout_id);
create index reissue_of_statement on payouts.reissue (statement_id) where statement_id is not null;
create trigger taken_once before update on payouts.reissue for each row
  when (old.statement_id is not null
        or (to_jsonb(new) - 'statement_id' - 'taken_at') is distinct from (to_jsonb(old) - 'statement_id' - 'taken_at'))
  execute function payouts.refuse_change();
create trigger kept before delete on payouts.reissue for each row execute function payouts.refuse_change();

create table payouts.reissue_policy (
  version        bigint generated always as identity primary key,
  effective_from date not null,
  document       jsonb not null,
  reason         text not null,
  set_by         text not null constraint set_by_is_actor check (set_by ~ '^(key|person|system|earlier):.'),
  set_at         timestamptz not null
);
create index reissue_policy_in_force on payouts.reissue_policy (effective_from, version);
create trigger kept before update or delete on payouts.reissue_policy for each row execute function payouts.refuse_change();

-- Failed payouts by time, for the policy.
create index payout_unsuccessful on payouts.payout (finished_at, id) where state in ('failed', 'refused', 'returned');

-- An off-cycle statement pays reissued money only and carries the rest to the statement of the cycle.
alter table payouts.statement add column off_cycle boolean not null default false;

-- What the provider said of its balance, each time it was asked. Won.
create table payouts.balance_reading (
  id        bigint generated always as identity primary key,
  available bigint not null,
  pending   bigint not null,
  read_at   timestamptz not null
);
create index balance_reading_latest on payouts.balance_reading (read_at desc, id desc);
create trigger kept before update or delete on payouts.balance_reading for each row execute function payouts.refuse_change();
`,
);
