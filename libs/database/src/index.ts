export { advisoryLocks, lockUntilCommit, type AdvisoryLock } from './advisory-locks.js';
export { connectDatabase, migrate, missingMigrations, type DatabaseOptions } from './data-source.js';
export { lockBalances, postLedger, PostingConflict, type Executor } from './post-ledger.js';
export { emit, enqueue, withdraw, type EnqueueOptions, type EventOf } from './outbox.js';
export { onCommit, transaction } from './transaction.js';
export { followClock, setClock, systemClock, type PlatformClock } from './platform-clock.js';
export { claimDue, declareSchedule } from './schedule.js';
export { unsafeDatabaseSettings } from './unsafe-settings.js';
export { calendarReader, type CalendarReader } from './operator-calendar.js';
