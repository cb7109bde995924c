import { type Calendar, createCalendar } from '@jeongsan/calendar';
import type { Caller } from './api/caller.js';
import { Faults } from './api/faults.js';
import { RunningRequests } from './api/idempotency.js';
import { RateLimits } from './api/rate-limits.js';
import { RequestLog } from './api/request-log.js';
import { UsedSecurityKeys } from './api/used-security-keys.js';
import { Maintenance } from './bank-accounts/maintenance.js';
import { SandboxClock } from './clock/sandbox-clock.js';
import { migrate } from './database/migrate.js';
import { type Database, openDatabase, type Sql } from './database/sql.js';
import type { Env } from './env.js';
import { ShopAddress } from './hosted-page/shop-address.js';
import { envOf, type FurtherMerchant, schemaOf } from './merchant/further-merchant.js';
import { Merchant } from './merchant/merchant.js';

/** The objects that every request of one merchant can use. */
export type World = Readonly<{
  env: Env;
  database: Database;
  clock: SandboxClock;
  merchant: Merchant;
  calendar: Calendar;
  faults: Faults;
  running: RunningRequests;
  requests: RequestLog;
  limits: RateLimits;
  usedSecurityKeys: UsedSecurityKeys;
  maintenance: Maintenance;
  shop: ShopAddress;
}>;

/** A request's world, time, trace id and caller, and whether its path is one of /v1/brandpay/. */
export type Asked = Readonly<{
  world: World;
  now: Date;
  traceId: string;
  caller?: Caller;
  isUnderAlias?: boolean;
}>;
/** The world and a transaction, which may serve one request or several. */
export type Transacted = Readonly<{ world: World; sql: Sql }>;
/** The context of an operation: one transaction, one instant, one trace id. */
export type Call = Asked & Transacted;

/** Opens the sandbox in its stored state: migrates the schema, reads the clock and the merchant's contract. */
export async function openWorld(env: Env): Promise<World> {
  const database = openDatabase(env.DATABASE_URL);
  await migrate(database);
  return {
    env,
    database,
    clock: await SandboxClock.open(database),
    merchant: await Merchant.open(database, env),
    calendar: createCalendar(),
    faults: new Faults(),
    running: new RunningRequests(),
    requests: new RequestLog(),
    limits: new RateLimits(),
    usedSecurityKeys: new UsedSecurityKeys(),
    maintenance: new Maintenance(),
    shop: new ShopAddress(env.PUBLIC_URL),
  };
}

/**
 * Opens the world of a further merchant: its own schema, keys and contract, with the clock, faults and request log of the
 * first merchant's world.
 */
export async function openFurtherWorld(first: World, merchant: FurtherMerchant): Promise<World> {
  const env = envOf(first.env, merchant);
  const database = openDatabase(env.DATABASE_URL, schemaOf(merchant.mId));
  await migrate(database);
  return {
    ...first,
    env,
    database,
    merchant: await Merchant.open(database, env),
    running: new RunningRequests(),
    limits: new RateLimits(),
    usedSecurityKeys: new UsedSecurityKeys(),
  };
}
