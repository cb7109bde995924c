import { sqlMigration } from '../sql-migration.js';

/** Payout runs and the decisions about them; triggers forbid to change a run's content once it was shown. */
export const Runs0015 = sqlMigration(
  'Runs',
  15,
  `
create table payouts.run_decision (
  id           bigint generated always as identity primary key,
  run_id       uuid not null references payouts.run,
  action       text not null check (action in ('drafted', 'approved', 'rejected', 'expired', 'stopped')),
  decided_by   text not null,
  role         text not null,                            -- in which role, or 'policy' and 'schedule' where nobody was asked
  decided_at   timestamptz not null,
  content_hash text not null,                            -- what the decision was about
  detail       text
);
create index on payouts.run_decision (run_id, id);

create function payouts.refuse_sealed_change() returns trigger language plpgsql as $$
begin
  raise exception '%: % of %.% is refused', tg_argv[0], lower(tg_op), tg_table_schema, tg_table_name using errcode = 'JS005';
end $$;
create trigger append_only before update or delete on payouts.run_decision
  for each row execute function payouts.refuse_sealed_change('a decision stays as it was taken');
create trigger no_truncate before truncate on payouts.run_decision
  execute function payouts.refuse_sealed_change('a decision stays as it was taken');

-- A run is sealed when its hash is written: from then on its content is what was shown, approved and sent.
create trigger sealed before update on payouts.run for each row
  when (old.content_hash <> '' and (old.content_hash, old.total, old.payout_count, old.business_date, old.cutoff, old.drafted_by)
          is distinct from (new.content_hash, new.total, new.payout_count, new.business_date, new.cutoff, new.drafted_by))
  execute function payouts.refuse_sealed_change('a sealed run stays as it was shown');
create trigger sealed_stays before delete on payouts.run for each row when (old.content_hash <> '')
  execute function payouts.refuse_sealed_change('a sealed run stays as it was shown');
create trigger promised before update on payouts.payout for each row
  when ((old.ref_payout_id, old.run_id, old.statement_id, old.seller_id, old.provider_seller_id, old.account_fingerprint, old.amount, old.currency)
          is distinct from
        (new.ref_payout_id, new.run_id, new.statement_id, new.seller_id, new.provider_seller_id, new.account_fingerprint, new.amount, new.currency))
  execute function payouts.refuse_sealed_change('a payout is sent as it was promised');
create trigger promised_stays before delete on payouts.payout
  for each row execute function payouts.refuse_sealed_change('a payout is sent as it was promised');
create trigger frozen before update on payouts.attempt for each row
  when ((old.run_id, old.idempotency_key, old.body, old.body_hash) is distinct from (new.run_id, new.idempotency_key, new.body, new.body_hash))
  execute function payouts.refuse_sealed_change('a batch is sent as it was frozen');

create function payouts.refuse_late() returns trigger language plpgsql as $$
begin
  if exists (select from made join payouts.run r on r.id = made.run_id where r.content_hash <> '') then
    raise exception 'a sealed run takes nothing more: insert into %.% is refused', tg_table_schema, tg_table_name using errcode = 'JS005';
  end if;
  return null;
end $$;
create trigger in_time after insert on payouts.payout    referencing new table as made for each statement execute function payouts.refuse_late();
create trigger in_time after insert on payouts.statement referencing new table as made for each statement execute function payouts.refuse_late();

-- For the preview: the statements of a run by seller, what was left out of it, what came after its cut-off.
drop index payouts.statement_run_id_idx;
create index statement_of_run   on payouts.statement (run_id, seller_id);
create index statement_left_out on payouts.statement (run_id, seller_id) where carried > 0;
create index entry_effective    on ledger.entry using brin (effective_at);
create index run_waiting        on payouts.run (drafted_at) where state in ('draft', 'approved');
`,
);
