import { join } from 'node:path';
import { connectDatabase } from '@jeongsan/database';
import {
  appEnv,
  entryOf,
  makeKeys,
  openPlatformClock,
  openPlatformDatabases,
  type PlatformKeys,
} from '@jeongsan/market';
import { allOrNothing, type App, freePort, startApp, type Undo } from '@jeongsan/child-processes';
import { openSmallVolume, startServers, type Servers, type SmallVolume } from '@jeongsan/stack';
import { FaultProxy } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { CommitCutter } from '../network/commit-cutter.js';
import { SendLog } from '../network/send-log.js';
import { Clocks } from './clocks.js';
import { makePeople, type People } from './people.js';
import { startProvider, type ProviderSide } from './provider-side.js';
import { moveInbox } from './inbox-volume.js';
import { Replicas } from './replicas.js';

/** Real time after which the job of a silent worker is taken over; a frozen scheduler stays frozen for longer. */
export const JOB_LOCK_MS = 4_000;
export const JOB_LOCK_USUAL_MS = 15_000;

/**
 * Everything that runs: servers, the provider, schedulers behind wires that can fail, and our own connections past those wires.
 */
export type Stage = Readonly<{
  servers: Servers;
  keys: PlatformKeys;
  provider: ProviderSide;
  /** A direct connection to the platform's database. */
  db: DataSource;
  replicas: Replicas;
  wires: Readonly<{ postgres: FaultProxy; provider: FaultProxy }>;
  commits: CommitCutter;
  sends: SendLog;
  clocks: Clocks;
  people: People;
  /** The small disk of the webhook inbox. Undefined on a machine that does not let users mount file systems. */
  inboxVolume: SmallVolume | undefined;
  ingestorUrl: string;
  /** Failures of requests that a strike itself made. */
  problems: Set<string>;
  /** Secrets that must never occur in a log, a queue or an event. */
  secrets: readonly string[];
  logFiles: () => readonly string[];
  stop: () => Promise<void>;
}>;

const INBOX_MEGABYTES = 96;
const SETTLE_SECONDS = '2';
const SENDING_TIMEOUT_SECONDS = '5';
/** A low threshold, so that many runs need a decision of people. */
const SELF_APPROVE_UP_TO = '15000000';

/** Starts everything, empty, with clocks at `startsAt`. When it fails, nothing is left running. */
export const openStage = (startsAt: Date): Promise<Stage> => allOrNothing((undo) => build(startsAt, undo));

async function build(startsAt: Date, undo: Undo): Promise<Stage> {
  // The small disk must outlive the Postgres that uses it.
  const inboxVolume = await openSmallVolume(INBOX_MEGABYTES);
  undo.add(async () => inboxVolume?.stop());
  const servers = undo.of(await startServers({ name: 'chaos', fresh: true, env: {} }), (it) => it.stop());
  const keys = await makeKeys();
  const { folder, redisUrl } = servers;
  const provider = undo.of(await startProvider(keys, { redisUrl, folder }), (it) => it.stop());
  const { urls, databaseUrl } = await openPlatformDatabases(servers, 'platform', { fresh: true });
  const hand = await openPlatformClock(databaseUrl, startsAt);
  await hand.close();
  if (inboxVolume) await moveInbox(databaseUrl, inboxVolume);
  const db = undo.of(await connectDatabase({ url: databaseUrl, poolSize: 6, applicationName: 'chaos' }), (it) =>
    it.destroy(),
  );
  const clocks = new Clocks(db, provider.control, startsAt);
  const commits = new CommitCutter();
  const sends = new SendLog();
  const wires = {
    postgres: undo.of(await FaultProxy.open(urls['payout-scheduler'], commits.tap), (it) => it.close()),
    provider: undo.of(await FaultProxy.open(provider.url, sends.tap), (it) => it.close()),
  };
  // People are created before the schedulers, whose settings contain the key of their tokens.
  const late: { replicas?: Replicas } = {};
  const { people, env: operators } = await makePeople(() => late.replicas?.anyUrl() ?? '');
  const input = {
    ...{ keys, redisUrl, isRehearsal: true, logLevel: 'info' },
    ...{ databaseUrl: wires.postgres.url, providerUrl: wires.provider.url.replace(/\/$/, '') },
  };
  const replicas = new Replicas(
    {
      ...appEnv('payout-scheduler', input),
      ...operators,
      ...{ JOB_LOCK_MS: String(JOB_LOCK_MS), SELF_APPROVE_UP_TO },
      ...{ SETTLE_SECONDS, SENDING_TIMEOUT_SECONDS },
    },
    folder,
  );
  late.replicas = replicas;
  undo.add(() => replicas.stop());
  const ingestorEnv = appEnv('webhook-ingestor', { ...input, databaseUrl: urls['webhook-ingestor'] });
  const ingestor = undo.of(await startIngestor(ingestorEnv, folder), (it) => it.stop());
  await provider.control.registerWebhook({
    body: { url: `${ingestor.url}/webhooks/provider`, events: ['payout.changed'] },
  });
  return {
    ...{ servers, keys, provider, db, replicas, wires, commits, sends, clocks, people, inboxVolume },
    ingestorUrl: ingestor.url,
    problems: new Set<string>(),
    stop: () => undo.run(),
    secrets: [
      ...[keys.providerSecretKey, keys.securityKey, keys.dataKey, keys.fingerprintKey],
      ...[databaseUrl, redisUrl, ...Object.values(urls)].map((url) => new URL(url).password),
    ],
    logFiles: () => [...replicas.logFiles, join(folder, INGESTOR_LOG)],
  };
}

const INGESTOR_LOG = 'webhook-ingestor.log';

async function startIngestor(env: Readonly<Record<string, string>>, folder: string): Promise<App> {
  return startApp({
    name: 'webhook-ingestor',
    entry: entryOf('webhook-ingestor'),
    env,
    port: await freePort(),
    logFile: join(folder, INGESTOR_LOG),
    readyTimeoutMs: 60_000,
  });
}
