import { sqlMigration } from '../sql-migration.js';

/**
 * Money that people move by hand: adjustments of a seller, repayments of a debt, and commission rules that begin or end on a day
 * that is over, whose differences are posted as those of changes of terms are.
 */
export const Adjustments0038 = sqlMigration(
  'Adjustments',
  38,
  `
-- Won that a person gives to a seller (positive) or takes from the seller (negative).
create table payouts.seller_adjustment (
  id          uuid primary key,
  seller_id   text not null,
  amount      bigint not null check (amount <> 0),
  reason      text not null,
  reference   text,
  state       text not null check (state in ('proposed', 'posted', 'rejected')),
  proposed_by text not null constraint proposed_by_is_actor check (proposed_by ~ '^(key|person|system|earlier):.'),
  proposed_at timestamptz not null,
  decided_by  text constraint decided_by_is_actor check (decided_by ~ '^(key|person|system|earlier):.'),
  decided_at  timestamptz,
  -- The most won that one person could adjust alone, where one person did; null: a second person decided, or the adjustment waits.
  alone_limit bigint,
  -- The part of a negative amount that payable did not cover, and that became debt.
  to_debt     bigint not null default 0 check (to_debt >= 0 and (to_debt = 0 or (state = 'posted' and to_debt <= -amount))),
  constraint decided_when_not_proposed check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint second_person check (
    state <> 'posted' or payouts.is_second_person(proposed_by, decided_by)
    or (alone_limit is not null and decided_by = proposed_by and proposed_by ~ '^person:' and abs(amount) <= alone_limit))
);
create index on payouts.seller_adjustment (seller_id, id);
create index seller_adjustment_open on payouts.seller_adjustment (id) where state = 'proposed';
create trigger decided_once before update on payouts.seller_adjustment for each row
  when (old.state <> 'proposed'
        or (new.id, new.seller_id, new.amount, new.reason, new.reference, new.proposed_by, new.proposed_at)
           is distinct from (old.id, old.seller_id, old.amount, old.reason, old.reference, old.proposed_by, old.proposed_at))
  execute function payouts.refuse_change();
create trigger kept before delete on payouts.seller_adjustment for each row execute function payouts.refuse_change();

-- Won that a seller paid back beside the provider, into an account of the platform at a bank.
create table payouts.debt_repayment (
  id          uuid primary key,
  seller_id   text not null,
  amount      bigint not null check (amount > 0),
  received_at timestamptz not null,
  -- What the bank's record of the money is found by.
  reference   text not null constraint repayment_once unique,
  reason      text not null,
  recorded_by text not null constraint recorded_by_is_actor check (recorded_by ~ '^(key|person|system|earlier):.'),
  recorded_at timestamptz not null
);
create index on payouts.debt_repayment (seller_id, id);
create trigger kept before update or delete on payouts.debt_repayment for each row execute function payouts.refuse_change();

-- A commission rule that begins, or ends, on a day that is over: proposed with its differences, then decided by another person.
create table payouts.rule_change (
  id             uuid primary key,
  kind           text not null check (kind in ('begin', 'end')),
  rule_id        uuid not null,
  -- begin: the rule; end: the rule's end date.
  document       jsonb not null,
  effective_from date not null,                            -- the first date of orders that the change concerns
  state          text not null check (state in ('proposed', 'approved', 'rejected')),
  seller_count   integer not null check (seller_count >= 0),
  line_count     integer not null check (line_count >= 0),
  net            bigint not null,
  -- The sum over sellers of what is moved for each, without its sign: what the approval is measured by.
  moved          bigint not null check (moved >= abs(net)),
  content_hash   text not null,
  proposed_by    text not null constraint proposed_by_is_actor check (proposed_by ~ '^(key|person|system|earlier):.'),
  proposed_at    timestamptz not null,
  decided_by     text constraint decided_by_is_actor check (decided_by ~ '^(key|person|system|earlier):.'),
  decided_at     timestamptz,
  constraint decided_when_not_proposed check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint second_person check (state <> 'approved' or payouts.is_second_person(proposed_by, decided_by))
);
create index on payouts.rule_change (rule_id);
create trigger decided_once before update on payouts.rule_change for each row
  when (old.state <> 'proposed'
        or (new.id, new.kind, new.rule_id, new.document, new.effective_from, new.seller_count, new.line_count, new.net, new.moved,
            new.content_hash, new.proposed_by, new.proposed_at)
           is distinct from
           (old.id, old.kind, old.rule_id, old.document, old.effective_from, old.seller_count, old.line_count, old.net, old.moved,
            old.content_hash, old.proposed_by, old.proposed_at))
  execute function payouts.refuse_change();
create trigger kept before delete on payouts.rule_change for each row execute function payouts.refuse_change();

-- What a change of a rule posts for one seller is a row of its own here; its terms stay what they are, so it has no document.
alter table payouts.terms_change
  alter column document drop not null,
  add column rule_change_id uuid references payouts.rule_change deferrable initially deferred,
  add constraint terms_or_rule check ((document is null) = (rule_change_id is not null));
create unique index terms_change_of_rule on payouts.terms_change (rule_change_id, seller_id) where rule_change_id is not null;
drop trigger never_changed on payouts.terms_change;
create trigger never_changed before delete or update of id, seller_id, effective_from, document, is_estimate, line_count, promotion,
  commission, commission_vat, fees, fee_vat, net, content_hash, proposed_by, proposed_at, rule_change_id
  on payouts.terms_change for each row execute function payouts.refuse_adjusted();

-- The rule of the line after a change of a rule; null: none, and the terms' commission. Without meaning for a change of terms.
alter table payouts.line_adjustment add column rule_id uuid;
`,
);
