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
export { platformEnv, platformModules } from './platform.js';
