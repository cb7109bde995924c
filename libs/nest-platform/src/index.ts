export { DatabaseModule, type DatabaseModuleOptions } from './database.module.js';
export { PgIdempotencyStore } from './pg-idempotency-store.js';
export {
  eraseExpired,
  keepDaily,
  keepData,
  reseal,
  type KeptData,
  type Retention,
  type SealedColumn,
} from './keep-data.js';
export { providerCalls } from './metrics/provider-calls.js';
export { CallerModule } from './caller/caller.module.js';
export { type ApprovalFacts } from './caller/view-caller.js';
export { ReadDatabase, type Snapshots } from './read-database.js';
export { platformEnv, platformModules } from './platform.js';
