import { sqlMigration } from '../sql-migration.js';

/**
 * Checks that a statement adds up: its lines sum to its movements, its payouts to its payout amount. Lines and payouts are
 * written in the transaction that writes the statement and never change, so one check per statement at commit is enough, and
 * closing many statements stays set-based. Also the tax invoices of a month.
 */
export const StatementSums0016 = sqlMigration(
  'StatementSums',
  16,
  `
-- Which transaction wrote a statement: only that one may add lines and payouts to it.
alter table payouts.statement add column txid xid8 not null default pg_current_xact_id();
create index on payouts.payout (statement_id);
-- Lines are read in pages, by entry.
create index statement_line_in_order on payouts.statement_line (statement_id, entry_id);
drop index payouts.statement_line_statement_id_idx;

create function payouts.refuse_stated_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a statement says is never changed' using errcode = 'JS005';
end $$;

create function payouts.refuse_later_part() returns trigger language plpgsql as $$
declare
  stated uuid;
begin
  select s.id into stated from payouts.statement s
   where s.id in (select n.statement_id from new_rows n) and s.txid <> pg_current_xact_id() limit 1;
  if stated is not null then
    raise exception 'statement % is closed: its lines and payouts are written together with it', stated using errcode = 'JS005';
  end if;
  return null;
end $$;

-- The row as it is when the transaction commits, not as it was when the check was queued.
create function payouts.check_statement_sums() returns trigger language plpgsql as $$
declare
  stated        payouts.statement;
  found_lines   bigint;
  found_payouts bigint;
begin
  select * into stated from payouts.statement where id = new.id;
  if not found then
    return null;
  end if;
  select coalesce(sum(amount), 0) into found_lines from payouts.statement_line where statement_id = new.id;
  if found_lines <> stated.movements then
    raise exception 'statement %: its lines add up to %, its movements are %', new.id, found_lines, stated.movements
      using errcode = 'JS006';
  end if;
  select coalesce(sum(amount), 0) into found_payouts from payouts.payout where statement_id = new.id;
  if found_payouts <> stated.payout_amount then
    raise exception 'statement %: its payouts add up to %, its payout amount is %', new.id, found_payouts, stated.payout_amount
      using errcode = 'JS006';
  end if;
  return null;
end $$;

create constraint trigger sums_agree after insert or update of movements, payout_amount on payouts.statement deferrable initially deferred
  for each row execute function payouts.check_statement_sums();
create trigger never_changed before update of id, seller_id, business_date, opening, movements, payout_amount, carried, txid or delete
  on payouts.statement for each row when (old.txid <> pg_current_xact_id()) execute function payouts.refuse_stated_change();
create trigger never_changed before update or delete on payouts.statement_line
  for each row execute function payouts.refuse_stated_change();
create trigger never_changed before update of id, statement_id, seller_id, amount, currency or delete on payouts.payout
  for each row execute function payouts.refuse_stated_change();
create trigger no_truncate before truncate on payouts.statement      execute function payouts.refuse_stated_change();
create trigger no_truncate before truncate on payouts.statement_line execute function payouts.refuse_stated_change();
create trigger no_truncate before truncate on payouts.payout         execute function payouts.refuse_stated_change();
create trigger with_its_statement after insert on payouts.statement_line referencing new table as new_rows
  for each statement execute function payouts.refuse_later_part();
create trigger with_its_statement after insert on payouts.payout referencing new table as new_rows
  for each statement execute function payouts.refuse_later_part();

-- What the platform charged a seller in a month, as data for the invoice that somebody else issues; refunds are deducted.
create table payouts.tax_invoice (
  id                 uuid primary key,
  seller_id          text not null,
  month              date not null check (extract(day from month) = 1),
  kind               text not null check (kind in ('TAX_INVOICE', 'INVOICE')),
  commission         bigint not null,
  fees               bigint not null,
  supply             bigint not null check (supply = commission + fees),
  vat                bigint not null,
  total              bigint not null check (total = supply + vat),
  state              text not null check (state in ('drafted', 'issued', 'sent', 'canceled')),
  issue_by           date not null,                      -- last day of issue in time (Value-Added Tax Act, article 34 (3))
  external_reference text,                               -- number of the invoice at whoever issues it
  cancel_reason      text,
  drafted_at         timestamptz not null,
  issued_at          timestamptz,
  sent_at            timestamptz,
  canceled_at        timestamptz,
  constraint issued_is_named check (state not in ('issued', 'sent') or (external_reference is not null and issued_at is not null))
);
create unique index one_live_invoice_per_month on payouts.tax_invoice (seller_id, month) where state <> 'canceled';
create unique index on payouts.tax_invoice (external_reference);
create index tax_invoice_open on payouts.tax_invoice (issue_by, seller_id) where state = 'drafted';
`,
);
