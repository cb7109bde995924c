-- The roles and databases of Jeongsan, for psql and an administrator of the server. Repeating it changes nothing.
-- psql --set ON_ERROR_STOP=1 --file deploy/roles.sql postgres://admin@server/postgres
-- Then give each role its password (\password <role>) and run the migrations: docs/operations/servers.md.
-- An administrator that is no superuser needs this first: grant <owner> to current_user.
do $$ begin
  create role "jeongsan_migrations" login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role "jeongsan_provider_sandbox" login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role "jeongsan_payments_gateway" login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role "jeongsan_webhook_ingestor" login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role "jeongsan_settlement_reconciler" login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role "jeongsan_payout_scheduler" login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role "jeongsan_seller_onboarding" login;
exception when duplicate_object or unique_violation then null;
end $$;

select 'create database "jeongsan"' where not exists (select from pg_database where datname = 'jeongsan') \gexec
alter database "jeongsan" owner to "jeongsan_migrations";
revoke all on database "jeongsan" from public;
\connect "jeongsan"
do $$ begin
  if (select nspowner <> 'pg_database_owner'::regrole from pg_namespace where nspname = 'public') then
    alter schema public owner to pg_database_owner;
  end if;
end $$;
revoke create on schema public from public;
select format('alter %s %s owner to "jeongsan_migrations"', kind, name) from (
  select 1 as step, 'schema' as kind, quote_ident(nspname) as name from pg_namespace where nspname in ('messaging', 'payouts', 'webhooks', 'gateway', 'onboarding', 'reconciliation', 'ledger', 'audit') and nspname <> 'public'
  union all
  select 2, 'table', c.oid::regclass::text from pg_class c
   where c.relkind in ('r', 'p', 'v', 'm') and (c.relnamespace::regnamespace::text in ('messaging', 'payouts', 'webhooks', 'gateway', 'onboarding', 'reconciliation', 'ledger', 'audit') or c.oid = to_regclass('public.schema_migration'))
  union all
  select 3, 'routine', oid::regprocedure::text from pg_proc where pronamespace::regnamespace::text in ('messaging', 'payouts', 'webhooks', 'gateway', 'onboarding', 'reconciliation', 'ledger', 'audit')
  union all
  select 4, 'domain', oid::regtype::text from pg_type where typtype = 'd' and typnamespace::regnamespace::text in ('messaging', 'payouts', 'webhooks', 'gateway', 'onboarding', 'reconciliation', 'ledger', 'audit')
) things order by step, name \gexec

select 'create database "jeongsan_sandbox"' where not exists (select from pg_database where datname = 'jeongsan_sandbox') \gexec
alter database "jeongsan_sandbox" owner to "jeongsan_provider_sandbox";
revoke all on database "jeongsan_sandbox" from public;
\connect "jeongsan_sandbox"
do $$ begin
  if (select nspowner <> 'pg_database_owner'::regrole from pg_namespace where nspname = 'public') then
    alter schema public owner to pg_database_owner;
  end if;
end $$;
revoke create on schema public from public;
select format('alter %s %s owner to "jeongsan_provider_sandbox"', kind, name) from (
  select 1 as step, 'schema' as kind, quote_ident(nspname) as name from pg_namespace where nspname in ('public') and nspname <> 'public'
  union all
  select 2, 'table', c.oid::regclass::text from pg_class c
   where c.relkind in ('r', 'p', 'v', 'm') and (c.relnamespace::regnamespace::text in ('public') or c.oid = to_regclass('public.schema_migration'))
  union all
  select 3, 'routine', oid::regprocedure::text from pg_proc where pronamespace::regnamespace::text in ('public')
  union all
  select 4, 'domain', oid::regtype::text from pg_type where typtype = 'd' and typnamespace::regnamespace::text in ('public')
) things order by step, name \gexec
