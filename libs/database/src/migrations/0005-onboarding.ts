import { sqlMigration } from '../sql-migration.js';

/** Sellers. Written by seller-onboarding only. Account numbers are sealed at rest and shown masked. */
export const Onboarding0005 = sqlMigration(
  'Onboarding',
  5,
  `
create schema onboarding;

create table onboarding.seller (
  seller_id                    text primary key check (seller_id ~ '^[A-Za-z0-9_-]{1,40}$'),
  ref_seller_id                text not null unique check (length(ref_seller_id) between 7 and 20),
  business_type                text not null check (business_type in ('INDIVIDUAL', 'INDIVIDUAL_BUSINESS', 'CORPORATE')),
  details_sealed               text not null,            -- name, representative, registration number, e-mail, phone
  bank_code                    text not null,
  account_sealed               text not null,            -- number and holder
  account_masked               text not null,
  account_fingerprint          text not null,            -- keyed hash: tells a changed account without reading it
  pending_account_sealed       text,                     -- the account to change to, until the provider took or refused it
  facts_hash                   text not null,
  state                        text not null,
  refusal_code                 text,
  provider_seller_id           text unique,
  provider_status              text,
  revision                     int not null default 1,   -- counts writes: what was read before a call must still stand after it
  polled_at                    timestamptz not null,     -- when it was last changed or looked after
  created_at                   timestamptz not null,
  updated_at                   timestamptz not null
);
create index seller_poll on onboarding.seller (state, polled_at);
create index seller_pending on onboarding.seller (updated_at) where pending_account_sealed is not null;
`,
);
