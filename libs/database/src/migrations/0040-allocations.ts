import { sqlMigration } from '../sql-migration.js';

/** Corrections of cancels whose lines the platform had to assume, and the history of each cancel's allocation. */
export const Allocations0040 = sqlMigration(
  'Allocations',
  40,
  `
-- A correction moves the amount of an earlier cancel between lines: its own amount is zero, its lines have both signs.
alter table gateway.cancel
  add column corrects uuid references gateway.cancel,
  drop constraint cancel_kind_check,
  add constraint cancel_kind_check check (kind in ('cancel', 'withdrawal', 'redeposit', 'correction')),
  drop constraint cancel_amount_check,
  add constraint cancel_amount_check check (
    case kind when 'correction' then amount = 0 else amount <> 0 and (amount < 0) = (kind = 'redeposit') end),
  add constraint correction_names_its_cancel check ((kind = 'correction') = (corrects is not null));
create index cancel_corrections on gateway.cancel (corrects) where corrects is not null;
create index cancel_assumed on gateway.cancel (created_at, id) where allocation = 'assumed' and state = 'done';

-- Each decision about the lines of a cancel. A decision that confirms the assumed lines has no correction.
create table gateway.cancel_allocation (
  id            uuid primary key,
  cancel_id     uuid not null references gateway.cancel,
  correction_id uuid unique references gateway.cancel,
  allocated_at  timestamptz not null,
  allocated_by  text not null constraint allocated_by_is_actor check (allocated_by ~ '^(key|person|system|earlier):.'),
  reason        text not null,
  before        jsonb not null,                          -- line id -> won that the cancel took from the line
  after         jsonb not null
);
create index on gateway.cancel_allocation (cancel_id, allocated_at);
create function gateway.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% keeps its rows', tg_table_name using errcode = 'JS002';
end $$;
create trigger kept before update or delete on gateway.cancel_allocation for each row execute function gateway.refuse_change();
`,
);
