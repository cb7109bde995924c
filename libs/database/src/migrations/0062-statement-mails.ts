import { sqlMigration } from '../sql-migration.js';

/** Where a seller wants its statements sent, and each e-mail that was asked for. */
export const StatementMails0062 = sqlMigration(
  'StatementMails',
  62,
  `
create table payouts.statement_contact (
  seller_id    text primary key,
  email_sealed text not null,
  email_masked text not null,
  language     text not null check (language in ('ko', 'en')),
  set_by       text not null,
  set_at       timestamptz not null,
  constraint set_by_is_actor check (set_by ~ '^(key|person|system|earlier):.')
);

-- One e-mail per statement, and one per seller and month.
create table payouts.statement_mail (
  id           uuid primary key,
  seller_id    text not null,
  statement_id uuid unique references payouts.statement,
  month        date check (extract(day from month) = 1),
  format       text not null check (format in ('csv', 'xlsx', 'pdf')),
  state        text not null check (state in ('unsent', 'sent', 'failed')),
  asked_by     text not null,
  asked_at     timestamptz not null,
  attempts     int  not null default 0,
  claimed_at   timestamptz,                   -- by the process that is sending it
  sent_at      timestamptz,
  failed_at    timestamptz,
  failure      text,                          -- a word of ours or the mail server's status code: its text may hold the address
  constraint asked_by_is_actor check (asked_by ~ '^(key|person|system|earlier):.'),
  constraint of_one check ((statement_id is null) <> (month is null)),
  constraint state_is_dated check ((state = 'sent') = (sent_at is not null) and (state = 'failed') = (failed_at is not null))
);
create unique index one_mail_per_month on payouts.statement_mail (seller_id, month) where month is not null;
create index statement_mail_of_month on payouts.statement_mail (month, id) where month is not null;
create index statement_mail_not_sent on payouts.statement_mail (state, id) where state <> 'sent';
create index statement_mail_of_seller on payouts.statement_mail (seller_id, id);
`,
);
