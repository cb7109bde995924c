import { clockStep } from './environment/clock-step.js';
import { diskFull } from './environment/disk-full.js';
import { dnsAway } from './environment/dns-away.js';
import { pgbouncerSession, pgbouncerTransaction } from './fail-over/pgbouncer.js';
import { readReplica } from './fail-over/read-replica.js';
import { restore } from './fail-over/restore.js';
import { standbyAsync } from './fail-over/standby-async.js';
import { standbySync } from './fail-over/standby-sync.js';
import type { Trial } from './frame/trial.js';
import { keys } from './keys/keys.js';
import { alerts, dashboards } from './observability/trials.js';
import { cluster } from './redis/cluster.js';
import { sentinel } from './redis/sentinel.js';
import { upgrade } from './upgrade/trial.js';

/** Every trial, in the order in which `npm run trials` runs them. Each has a file of its own. */
export const trials: readonly Trial[] = [
  restore,
  standbySync,
  standbyAsync,
  readReplica,
  sentinel,
  cluster,
  pgbouncerSession,
  pgbouncerTransaction,
  keys,
  diskFull,
  clockStep,
  dnsAway,
  upgrade,
  alerts,
  dashboards,
];
