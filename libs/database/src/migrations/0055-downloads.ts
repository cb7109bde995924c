import { sqlMigration } from '../sql-migration.js';

/** What was read of the provider's listings, page by page and to the byte, and how far each download is. */
export const Downloads0055 = sqlMigration(
  'Downloads',
  55,
  `
alter table reconciliation.download
  add column pages           int    not null default 0,
  add column late_rows       bigint not null default 0,    -- new rows of a day that an earlier run had read to its end
  add column changed_rows    bigint not null default 0,    -- known rows that came with other content
  add column unreadable_rows bigint not null default 0,
  add column waiting_for     text check (waiting_for in ('answer', 'rate limit', 'own limit', 'provider')),
  add column waiting_until   timestamptz,
  add constraint waits_for_something check ((waiting_for is null) = (waiting_until is null)),
  add constraint done_waits_for_nothing check (not done or waiting_for is null);

-- The text of a page as it arrived, stored once however often it arrives.
create table reconciliation.raw_page (
  sha256      text primary key check (sha256 ~ '^[0-9a-f]{64}$'), -- of the text in UTF-8
  bytes       int  not null,
  text_sealed text not null,                                      -- the text as gzip, sealed, since it names people; empty: erased
  stored_at   timestamptz not null
);
-- The text is compressed before it is sealed: Postgres would try in vain.
alter table reconciliation.raw_page alter column text_sealed set storage external;

create table reconciliation.page (
  download_id bigint not null references reconciliation.download,
  number      int    not null,                             -- from 1
  rows        int    not null,
  cursor      text,                                        -- after the page; null: the listing ended with it
  sha256      text   not null references reconciliation.raw_page,
  primary key (download_id, number)
);

-- A row of a page that could not be read, or whose amounts could not.
create table reconciliation.unreadable_row (
  download_id     bigint not null,
  page            int    not null,
  position        int    not null,                         -- from 1
  transaction_key text,
  problem         text   not null,
  primary key (download_id, page, position),
  foreign key (download_id, page) references reconciliation.page
);

-- A row that came again with other content: both contents, each pair once.
create table reconciliation.changed_row (
  source          text   not null check (source in ('transaction', 'settlement')),
  transaction_key text   not null,
  earlier         jsonb  not null,
  later           jsonb  not null,
  business_date   date   not null,                         -- of the run that read the later one
  download_id     bigint not null references reconciliation.download
);
create unique index changed_row_once on reconciliation.changed_row
  (transaction_key, source, md5(earlier::text), md5(later::text));

-- The page that a row was read from, and the run that listed it first.
alter table reconciliation.transaction
  add column download_id bigint,
  add column page        int,
  add column listed_on   date;
alter table reconciliation.settlement
  add column page        int,
  add column listed_on   date;

-- The time from which an account may be asked for another page.
create table reconciliation.reading_pace (
  account text primary key,
  next_at timestamptz not null
);
`,
);
