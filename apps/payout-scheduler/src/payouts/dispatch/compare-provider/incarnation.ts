/**
 * SQL for a text that identifies the running database. It changes with another cluster, another timeline (a standby was
 * promoted, a backup recovered), another database (a dump was restored), or another start of the server. After any of
 * these the books may have lost hours.
 */
export const incarnationColumn = `concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
  (select oid from pg_database where datname = current_database()), extract(epoch from pg_postmaster_start_time())) as incarnation`;
