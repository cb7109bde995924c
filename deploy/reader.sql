-- A login that reads everything and changes nothing, for `npm run books -- verify`. Repeating it changes nothing.
-- psql --set ON_ERROR_STOP=1 --file deploy/reader.sql postgres://admin@server/jeongsan
-- After the migrations, as an administrator of the server; then \password jeongsan_reader.
-- An administrator that is no superuser needs this first: grant jeongsan_migrations to current_user.
do $$ begin
  create role jeongsan_reader login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant connect on database %I to jeongsan_reader', current_database());
end $$;
grant pg_read_all_data to jeongsan_reader;
-- Functions are nobody's before they are granted. These compute dates and names, and read no table.
grant execute on function
  ledger.kind_of, ledger.micros, ledger.month_of, ledger.month_start, ledger.month_table, ledger.next_month
  to jeongsan_reader;
