export type { Executor } from '@jeongsan/sql';
export { holdingLock, lockUntilCommit } from './advisory-locks.js';
export { connectDatabase, makeMonths, migrate, missingMigrations, type DatabaseOptions } from './data-source.js';
export { migratePatiently, type Migrated } from './migrate-patiently.js';
export { applyGrants, RolesUnfit } from './roles/apply-grants.js';
export { excessPowers } from './roles/excess-powers.js';
export { grants, levels, type Access } from './roles/grants.js';
export { createRoles, setUpDatabases, urlAs, type SetUp } from './roles/set-up.js';
export { setUpScript } from './roles/set-up-statements.js';
export { databaseLogins, databaseServices, roleOf, type DatabaseLogin, type DatabaseService } from './roles/logins.js';
export { lockAccounts, lockBalances, MonthSealed, postLedger, PostingConflict } from './post-ledger.js';
export {
  emit,
  EMITTING,
  enqueue,
  enqueueAll,
  enqueuing,
  eventValues,
  jobSets,
  jobValues,
  withdraw,
  WITHDRAWING,
  type EventOf,
} from './outbox.js';
export { inJob, type RunningJob } from './running-job.js';
export { copyBytes, copyIn, copyRows } from './copy-rows.js';
export { onCommit, transaction } from './transaction.js';
export { controlledNow, followClock, readClock, setClock, systemClock, type PlatformClock } from './platform-clock.js';
export { recordErasure, type Erased, type Erasure, type Kept } from './erasure.js';
export { claimDue, declareSchedule, nextRunOf } from './schedule.js';
export { inList } from './in-list.js';
export { connectionTo } from './pooler.js';
export { prepared } from './prepared.js';
export { missingLimits, unsafeDatabaseSettings } from './unsafe-settings.js';
export { calendarReader, type CalendarReader } from './operator-calendar.js';
export {
  atLeast,
  atMost,
  CANDIDATES_MAX,
  contains,
  filteredList,
  fromDate,
  fromDay,
  is,
  pageSize,
  toDate,
  toDay,
  whether,
  type FilteredList,
} from './filtered-list.js';
