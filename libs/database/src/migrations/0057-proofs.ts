import { sqlMigration } from '../sql-migration.js';

/**
 * Proofs of nights: the inputs as they were, and the signed document that follows from them. Neither is ever changed; each document holds
 * the hash of the one before.
 */
export const Proofs0057 = sqlMigration(
  'Proofs',
  57,
  `
create table reconciliation.proof_input (
  id            bigint generated always as identity primary key,
  business_date date   not null,
  number        int    not null check (number > 0),      -- 1: of the night; more: made again by hand
  content       text   not null,                         -- canonical JSON
  taken_at      timestamptz not null,
  unique (business_date, number)
);

create table reconciliation.proof (
  id            bigint primary key references reconciliation.proof_input,
  business_date date   not null,
  number        int    not null,
  state         text   not null check (state in ('PROVEN', 'PROVEN_WITH_EXCEPTIONS', 'UNPROVEN')),
  document      text   not null,                         -- canonical JSON: the signed bytes
  hash          text   not null unique check (hash ~ '^[0-9a-f]{64}$'),
  signature     text   not null,                         -- Ed25519 over the document, base64url
  key_id        text   not null,
  public_key    text   not null,                         -- JWK
  signed_at     timestamptz not null,
  unique (business_date, number)
);

create function reconciliation.refuse_proof_change() returns trigger language plpgsql as $$
begin
  raise exception 'a proof is never changed: make another one' using errcode = 'JS005';
end $$;
create trigger append_only before update or delete on reconciliation.proof_input for each row execute function reconciliation.refuse_proof_change();
create trigger append_only before update or delete on reconciliation.proof for each row execute function reconciliation.refuse_proof_change();
create trigger no_truncate before truncate on reconciliation.proof_input execute function reconciliation.refuse_proof_change();
create trigger no_truncate before truncate on reconciliation.proof execute function reconciliation.refuse_proof_change();
`,
);
