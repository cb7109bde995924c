import { sqlMigration } from '../sql-migration.js';

/** Start events of lines, tranches, the posting in which each tranche matured, and the operator's corrections of holidays. */
export const Maturity0012 = sqlMigration(
  'Maturity',
  12,
  `
alter table gateway.order_line
  add column delivered_at     timestamptz,
  add column auto_confirms_at timestamptz,               -- when a buyer who says nothing has confirmed; set with the delivery
  add column confirmed_at     timestamptz,               -- by the buyer's own word
  add column waits_from       date;                      -- what the tranches' days count from; matures_on is the last of them
drop index gateway.order_line_maturity;

-- A line's parts and their days, written when the start event is known. The shares of a line add up to 100000.
create table gateway.order_line_tranche (
  order_id   text not null,
  line_id    text not null,
  tranche    smallint not null check (tranche >= 1),
  seller_id  text not null,
  share      int  not null check (share between 1 and 100000),
  matures_on date not null,
  primary key (order_id, line_id, tranche),
  foreign key (order_id, line_id) references gateway.order_line
);
create index order_line_tranche_maturity on gateway.order_line_tranche (seller_id, matures_on);

-- Until now every line waited from its payment and matured whole.
update gateway.order_line l set waits_from = (p.approved_at at time zone 'Asia/Seoul')::date
  from gateway.payment p where p.order_id = l.order_id and p.approved_at is not null;
insert into gateway.order_line_tranche (order_id, line_id, tranche, seller_id, share, matures_on)
select order_id, line_id, 1, seller_id, 100000, matures_on from gateway.order_line where matures_on is not null;

alter table payouts.matured_line
  add column tranche     smallint not null default 1,
  add column share       int not null default 100000,
  add column posting_key text,  -- the posting that carries it, with others of that seller and day; null: nothing was left of the line
  drop constraint matured_line_pkey,
  add primary key (order_id, line_id, tranche);
update payouts.matured_line set posting_key = 'line.matured/' || order_id || '/' || line_id where amount > 0;
alter table payouts.matured_line
  alter column tranche drop default,
  alter column share drop default,
  add constraint posted_if_anything check ((amount > 0) = (posting_key is not null));
create index on payouts.matured_line (posting_key);

-- Corrections of the published holidays. Append-only: of a date the last row counts, those before it are its history.
create table payouts.holiday_override (
  id         bigint generated always as identity primary key,
  date       date not null,
  kind       text not null check (kind in ('add', 'remove')),
  name       text not null,
  created_by text not null,
  created_at timestamptz not null
);
create index on payouts.holiday_override (date, id);
`,
);
