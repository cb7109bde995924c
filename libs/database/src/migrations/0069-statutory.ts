import { sqlMigration } from '../sql-migration.js';

/**
 * Legal payment deadlines and money that must be kept apart: rules as dated data with their source, which of them the operator
 * applies to which kind of sale, the deadline of each order line, and the daily amount to keep apart.
 */
export const Statutory0069 = sqlMigration(
  'Statutory',
  69,
  `
create table payouts.statutory_rule (
  id             bigint generated always as identity primary key,
  code           text not null check (code ~ '^[A-Z][A-Z0-9_]{2,39}$'),
  name_ko        text not null,
  name_en        text not null,
  source         text not null,                              -- the title of the law, or of the plan
  article        text not null,
  standing       text not null check (standing in ('in_force', 'planned')),
  start_event    text not null check (start_event in ('PAID', 'DELIVERED', 'CONFIRMED')),
  month_end      boolean not null,                           -- the days count from the end of the month of the start event
  days           integer not null check (days between 0 and 365),
  on_holiday     text not null check (on_holiday in ('NEXT', 'PREVIOUS', 'SAME')),
  -- Of lines whose start event is on this date or later.
  effective_from date not null,
  reason         text not null,
  added_by       text constraint added_by_is_actor check (added_by ~ '^(key|person|system|earlier):.'),   -- null: part of this release
  added_at       timestamptz not null,
  unique (code, effective_from)
);
create trigger kept before update or delete on payouts.statutory_rule for each row execute function payouts.refuse_change();

create table payouts.segregation_rule (
  id             bigint generated always as identity primary key,
  code           text not null check (code ~ '^[A-Z][A-Z0-9_]{2,39}$'),
  name_ko        text not null,
  name_en        text not null,
  source         text not null,
  article        text not null,
  standing       text not null check (standing in ('in_force', 'planned')),
  rate           integer not null check (rate between 0 and 100000),         -- in 1/100,000 of what is owed to sellers
  effective_from date not null,
  reason         text not null,
  added_by       text constraint added_by_is_actor check (added_by ~ '^(key|person|system|earlier):.'),
  added_at       timestamptz not null,
  unique (code, effective_from)
);
create trigger kept before update or delete on payouts.segregation_rule for each row execute function payouts.refuse_change();

-- Which deadline the operator applies to which kind of sale, for lines whose start event is on the date or later.
create table payouts.statutory_choice (
  id             bigint generated always as identity primary key,
  category       text not null,                              -- '': every category without a choice of its own
  rule_code      text,                                       -- null: no rule
  effective_from date not null,
  reason         text not null,
  chosen_by      text not null constraint chosen_by_is_actor check (chosen_by ~ '^(key|person|system|earlier):.'),
  chosen_at      timestamptz not null
);
create index statutory_choice_in_force on payouts.statutory_choice (category, effective_from, id);
create trigger kept before update or delete on payouts.statutory_choice for each row execute function payouts.refuse_change();

-- The deadline of each order line, and what is still owed of the line. Written by the daily tracking.
create table payouts.payment_deadline (
  order_id    text not null,
  line_id     text not null,
  seller_id   text not null,
  category    text not null,
  rule_code   text,
  starts_on   date,
  due_on      date,                                          -- null: the start event has not happened, or no rule applies
  owed        bigint not null check (owed >= 0),
  cause       text,                                          -- why the money is still owed
  settled_on  date,                                          -- nothing is owed any more since that date
  breached_on date,                                          -- the date after the deadline on which money was still owed
  tracked_on  date not null,
  primary key (order_id, line_id)
);
create index payment_deadline_open     on payouts.payment_deadline (order_id, line_id) where settled_on is null;
create index payment_deadline_due      on payouts.payment_deadline (due_on, order_id, line_id) where settled_on is null and due_on is not null;
create index payment_deadline_breached on payouts.payment_deadline (breached_on, order_id, line_id) where breached_on is not null;

create table payouts.segregation_day (
  business_date  date not null,
  rule_code      text not null,
  rate           integer not null,
  -- Won owed to sellers: not matured, payable, reserved for payouts, and kept as reserve; debts are not set off.
  base           bigint not null check (base >= 0),
  required       bigint not null,
  available      bigint not null,                            -- the balance at the provider
  pending        bigint not null,
  covered        boolean not null generated always as (available + pending >= required) stored,
  taken_at       timestamptz not null,
  primary key (business_date, rule_code)
);
create trigger kept before update or delete on payouts.segregation_day for each row execute function payouts.refuse_change();

insert into payouts.statutory_rule
  (code, name_ko, name_en, source, article, standing, start_event, month_end, days, on_holiday, effective_from, reason, added_at)
values
  ('CONSIGNMENT_40', '특약매입·위수탁 판매대금', 'Sale on consignment or in store: 40 days after the month of the sale', '대규모유통업에서의 거래 공정화에 관한 법률', '제8조 제1항',
   'in_force', 'PAID', true, 40, 'NEXT', '2012-01-01', 'part of the release', '2026-01-01'),
  ('DIRECT_PURCHASE_60', '직매입 상품대금', 'Goods bought by the market: 60 days after their receipt', '대규모유통업에서의 거래 공정화에 관한 법률', '제8조 제2항',
   'in_force', 'DELIVERED', false, 60, 'NEXT', '2021-10-21', 'part of the release', '2026-01-01'),
  ('INTERMEDIARY_20', '온라인 중개거래 20일', 'Online intermediary: 20 days after the confirmation of the purchase', '대규모유통업법 개정 방향 (공정거래위원회, 2024-10-18)', '조문 미확정',
   'planned', 'CONFIRMED', false, 20, 'NEXT', '2000-01-01', 'part of the release', '2026-01-01'),
  ('CONFIRMATION_MONTH_40', '구매확정월 말일부터 40일', '40 days after the month of the confirmation of the purchase', '대규모유통업법 개정 논의', '조문 미확정',
   'planned', 'CONFIRMED', true, 40, 'NEXT', '2000-01-01', 'part of the release', '2026-01-01'),
  ('LARGE_BROKER_10', '대규모 중개업자 10일', 'Large commission broker: 10 days after the confirmation of the purchase', '대규모유통업법 개정 논의', '조문 미확정',
   'planned', 'CONFIRMED', false, 10, 'NEXT', '2000-01-01', 'part of the release', '2026-01-01');

insert into payouts.segregation_rule (code, name_ko, name_en, source, article, standing, rate, effective_from, reason, added_at)
values
  ('SETTLEMENT_FUNDS', '정산자금 외부관리', 'Settlement funds kept outside', '전자금융거래법 (2025-12-16 공포)', '정산자금 보호', 'in_force', 60000, '2026-12-17', 'part of the release', '2026-01-01'),
  ('SETTLEMENT_FUNDS', '정산자금 외부관리', 'Settlement funds kept outside', '전자금융거래법 (2025-12-16 공포)', '정산자금 보호', 'in_force', 80000, '2027-12-17', 'part of the release', '2026-01-01'),
  ('SETTLEMENT_FUNDS', '정산자금 외부관리', 'Settlement funds kept outside', '전자금융거래법 (2025-12-16 공포)', '정산자금 보호', 'in_force', 100000, '2028-12-17', 'part of the release', '2026-01-01'),
  ('INTERMEDIARY_HALF', '판매대금 절반 별도관리', 'Half of the sales money kept apart', '대규모유통업법 개정 방향 (공정거래위원회, 2024-10-18)', '조문 미확정', 'planned', 50000, '2000-01-01', 'part of the release', '2026-01-01');
`,
);
