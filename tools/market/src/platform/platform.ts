import { basename, join } from 'node:path';
import { allOrNothing, type App, freePort, patiently, startApp, type Undo } from '@jeongsan/child-processes';
import { startServers, type Servers } from '@jeongsan/stack';
import { appEnv, appNames, type AppName, type EnvInput } from './app-env.js';
import { entryOf } from './entry.js';
import { forgetQueues } from './forget-queues.js';
import { connectClients, type Clients } from './clients.js';
import { makeKeys, type PlatformKeys } from './keys.js';
import { openPlatformDatabases, type PlatformDatabases } from './platform-databases.js';
import { startDoor } from './start-door.js';
import { openPlatformClock, resumePlatformClock, type PlatformClockHand } from './platform-clock-hand.js';

export type PlatformOptions = Readonly<{
  /** Names the folder `.local/<name>/` and the databases. */
  name: string;
  /** Running servers to share; they are not stopped with the platform. */
  servers?: Servers;
  /** Default: new keys. */
  keys?: (servers: Servers) => Promise<PlatformKeys>;
  /** Starts empty: databases are created anew, queues are deleted. */
  fresh: boolean;
  /** While another live command uses the name, uses `<name>-2`, `<name>-3` and so on instead of refusing. */
  orNext?: boolean;
  /**
   * Runs services and sandbox on a controlled clock from this time on; on kept data, from where the data's own clock stands.
   * Default: the machine's clock, except on data whose clock is controlled.
   */
  clockStartsAt?: Date;
  /** Runs wait for a person on a controlled clock, too. Default: small runs approve themselves there. */
  peopleApprove?: boolean;
  /** The first port to try. Default: any free ports. */
  portsNear?: number;
  logLevel?: string;
  /** The address for the services' traces; absent: none are sent. */
  tracesTo?: string;
  /** Settings of apps beside those that every platform has, or instead of them. */
  settings?: Readonly<Partial<Record<AppName | 'front-door', Readonly<Record<string, string>>>>>;
  /** The replica's address for lists, by the database's. Default: no replica. */
  readAt?: (databaseUrl: string) => string;
  /** How long a request waits for a service that is away. */
  patienceMs?: number;
  log?: (line: string) => void;
}>;

/** A whole running platform: servers, the provider's sandbox, the five services, the front door, and clients of all of them. */
export type Platform = Readonly<{
  /** The folder of its logs. */
  folder: string;
  servers: Servers;
  keys: PlatformKeys;
  apps: Readonly<Record<AppName, App>>;
  /** The issuer of the console's sign-ins. */
  issuer: App;
  /** The front door: one address over the services. */
  door: App;
  /** The console, as a browser on this machine opens it. */
  consoleUrl: string;
  clients: Clients;
  databaseUrl: string;
  sandboxDatabaseUrl: string;
  /** Sets the services' clock. Only with `clockStartsAt`. */
  clock: PlatformClockHand | undefined;
  stop(): Promise<void>;
}>;

const PATIENCE_MS = 75_000;

/** Starts everything, waits until it is ready, and restarts what ends unasked. When it fails, nothing is left running. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { name, fresh, orNext = false, log = () => undefined } = options;
  return allOrNothing(async (undo) => {
    if (options.servers) return startOn(options.servers, options, undo);
    const servers = undo.of(await startServers({ name, fresh, orNext, keepAlive: true, log }), (it) => it.stop());
    return startOn(servers, { ...options, name: basename(servers.folder) }, undo);
  });
}

async function startOn(servers: Servers, options: PlatformOptions, undo: Undo): Promise<Platform> {
  const { fresh, clockStartsAt, patienceMs = PATIENCE_MS } = options;
  const database = `jeongsan${options.name === 'start' ? '' : `_${options.name.replaceAll('-', '_')}`}`;
  const [keys, ports, { urls, ...databases }] = await Promise.all([
    (options.keys ?? makeKeys)(servers),
    pickPorts(options.portsNear),
    patiently(() => openPlatformDatabases(servers, database, { fresh })),
    fresh ? patiently(() => forgetQueues(servers.redisUrl)) : undefined,
  ]);
  // Services read the clock when they start, so it must be set before.
  const clock = await openClock(urls.migrations, fresh, clockStartsAt);
  if (clock) undo.add(() => clock.close());
  const env: Omit<EnvInput, 'databaseUrl'> = {
    keys,
    redisUrl: servers.redisUrl,
    providerUrl: urlOf(ports['provider-sandbox']),
    isRehearsal: clock !== undefined,
    peopleApprove: options.peopleApprove ?? false,
    logLevel: options.logLevel ?? 'warn',
    ...(options.tracesTo !== undefined && { tracesTo: options.tracesTo }),
    ...(options.readAt && { readAt: options.readAt }),
  };
  const apps = await startApps(servers, ports, { env, urls }, options, undo);
  const { issuer, door, consoleUrl } = await startDoor(servers, options, { keys, urlOf: (app) => apps[app].url }, undo);
  const clients = await connectClients(
    mapApps((app) => urlOf(ports[app])),
    keys,
    { forMs: patienceMs },
  );
  await clients.control.registerWebhook({
    body: {
      url: `${apps['webhook-ingestor'].url}/webhooks/provider`,
      events: [
        ...(['PAYMENT_STATUS_CHANGED', 'DEPOSIT_CALLBACK', 'ORDER_PAYMENT_STATUS_CHANGED'] as const),
        ...(['ars-reservation.changed', 'payout.changed', 'seller.changed'] as const),
      ],
    },
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= undo.run());
  return { folder: servers.folder, servers, keys, apps, issuer, door, consoleUrl, clients, ...databases, clock, stop };
}

async function openClock(
  databaseUrl: string,
  fresh: boolean,
  startsAt: Date | undefined,
): Promise<PlatformClockHand | undefined> {
  if (!fresh) return resumePlatformClock(databaseUrl, startsAt);
  return startsAt && patiently(() => openPlatformClock(databaseUrl, startsAt));
}

async function startApps(
  servers: Servers,
  ports: Readonly<Record<AppName, number>>,
  { env, urls }: { env: Omit<EnvInput, 'databaseUrl'>; urls: PlatformDatabases['urls'] },
  options: PlatformOptions,
  undo: Undo,
): Promise<Record<AppName, App>> {
  const started: Partial<Record<AppName, App>> = {};
  undo.add(() => Promise.all(Object.values(started).map((app) => app.stop())));
  const results = await Promise.allSettled(
    appNames.map(async (name) => {
      started[name] = await startApp({
        name,
        entry: entryOf(name),
        env: { ...appEnv(name, { ...env, databaseUrl: urls[name] }), ...options.settings?.[name] },
        port: ports[name],
        logFile: join(servers.folder, `${options.name}-${name}.log`),
        readyTimeoutMs: 60_000,
        keepAlive: { log: options.log ?? (() => undefined) },
      });
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return started as Record<AppName, App>;
}

async function pickPorts(first: number | undefined): Promise<Record<AppName, number>> {
  const ports: Partial<Record<AppName, number>> = {};
  for (const [index, name] of appNames.entries()) {
    ports[name] = await freePort(...(first === undefined ? [] : [first + index]));
  }
  return ports as Record<AppName, number>;
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
const mapApps = <T>(of: (app: AppName) => T): Record<AppName, T> =>
  Object.fromEntries(appNames.map((app) => [app, of(app)])) as Record<AppName, T>;
