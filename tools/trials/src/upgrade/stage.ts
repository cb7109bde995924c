import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanEnvironment, freePort, startApp } from '@jeongsan/child-processes';
import { databaseLogins, roleOf, setUpDatabases, urlAs, type DatabaseLogin } from '@jeongsan/database';
import {
  appEnv,
  doorEnv,
  entryOf,
  makeKeys,
  openPlatformClock,
  operatorToken,
  serviceNames,
  type AppName,
  type Clients,
  type Platform,
  type ServiceName,
} from '@jeongsan/market';
import { startServers } from '@jeongsan/stack';
import type { Ground } from '../ground/ground.js';
import { READY_MS_MAX, RolledApp, type BuildName } from './fleet.js';
import { clone, type PreviousBuild } from './previous-build.js';
import type { Player } from './player.js';

/** A platform whose processes are of either build, and what a caller of it met. */
export type Stage = Readonly<{
  platform: Pick<Platform, 'clients' | 'clock'>;
  databaseUrl: string;
  door: RolledApp;
  services: readonly RolledApp[];
  /** Requests that were sent again with the same key, by what came back for the first. */
  repeated: Map<string, number>;
  begin: (build: BuildName) => Promise<void>;
  end: (build: BuildName) => Promise<void>;
  /** Runs the migration job of a build. Resolves with what it printed. */
  migrate: (build: BuildName) => Promise<string>;
}>;

const DATABASE = 'jeongsan_upgrade';
const PATIENCE_MS = 300_000;
const SEEN_POLL_MS = 10;
const SEEN_MS_MAX = 180_000;

/** Starts servers, the provider's sandbox, and every app of the previous release on the schema of that release. */
export async function openStage(
  ground: Ground,
  previous: PreviousBuild,
  { player, startsAt }: Readonly<{ player: Player; startsAt: Date }>,
): Promise<Stage> {
  const { folder, undo } = ground;
  const folders = { previous: previous.folder, current: clone };
  const servers = undo.of(
    await startServers({ name: 'servers', root: folder, fresh: true, keepAlive: true, env: {} }),
    (it) => it.stop(),
  );
  const urls = await makeDatabases(servers);
  const migrate = (build: BuildName) => migrateJob(folders[build], urls.migrations);
  await migrate('previous');
  const clock = undo.of(await openPlatformClock(urls.migrations, startsAt), (it) => it.close());
  const keys = await makeKeys();
  const port = await freePort();
  const providerUrl = `http://127.0.0.1:${port}`;
  const input = { keys, redisUrl: servers.redisUrl, providerUrl, isRehearsal: true, logLevel: 'warn' };
  const envOf: EnvOf = (app) => appEnv(app, { ...input, databaseUrl: urls[app] });
  await startSandbox(ground, port, envOf);
  const fleet = await openFleet(ground, folders, envOf);
  await fleet.begin('previous');
  const { clients, repeated } = await callersOf(player, keys, fleet, providerUrl);
  const token = await operatorToken(keys, 'operator');
  const set = async (reads: Date): Promise<void> => {
    await clock.set(reads);
    await Promise.all(fleet.services.flatMap((app) => app.urls).map((url) => untilSeen(url, token, reads)));
  };
  const platform = { clients, clock: { set, close: clock.close } };
  return { ...fleet, platform, databaseUrl: urls.migrations, repeated, migrate };
}

type EnvOf = (app: AppName) => Readonly<Record<string, string>>;
type Fleet = Pick<Stage, 'services' | 'door' | 'begin' | 'end'>;

async function startSandbox({ folder, undo }: Ground, port: number, envOf: EnvOf): Promise<void> {
  const name = 'provider-sandbox';
  const started = await startApp({
    ...{ name, entry: entryOf(name), port, env: envOf(name), readyTimeoutMs: READY_MS_MAX },
    logFile: join(folder, `${name}.log`),
  });
  undo.add(() => started.stop());
}

/** The services and the front door, each behind one address, without a process yet. */
async function openFleet(
  { folder, undo }: Ground,
  folders: Readonly<Record<BuildName, string>>,
  envOf: EnvOf,
): Promise<Fleet> {
  const open = async (name: string) => undo.of(await RolledApp.open(name, folders, folder), (it) => it.close());
  const services = await Promise.all(serviceNames.map(open));
  const door = await open('front-door');
  const begin = async (build: BuildName): Promise<void> => {
    for (const app of services) await app.begin(build, envOf(app.name as ServiceName));
    await door.begin(
      build,
      doorEnv((name) => urlOf(services, name), {}, 'warn'),
    );
  };
  const end = async (build: BuildName): Promise<void> => {
    for (const app of [...services, door]) await app.end(build);
  };
  return { services, door, begin, end };
}

const urlOf = (services: readonly RolledApp[], name: ServiceName): string =>
  services.find((app) => app.name === name)?.proxy.url ?? '';

/** The market's callers, who repeat what was not answered, and the provider's webhooks. */
async function callersOf(
  player: Player,
  keys: Awaited<ReturnType<typeof makeKeys>>,
  { services }: Fleet,
  providerUrl: string,
): Promise<Readonly<{ clients: Clients; repeated: Map<string, number> }>> {
  const repeated = new Map<string, number>();
  const addresses = Object.fromEntries([
    ...services.map((app) => [app.name, app.proxy.url]),
    ['provider-sandbox', providerUrl],
  ]) as Record<AppName, string>;
  const clients = await player.connectClients(addresses, keys, {
    forMs: PATIENCE_MS,
    onRetry: (_, why) => repeated.set(why, (repeated.get(why) ?? 0) + 1),
  });
  await registerWebhooks(clients, urlOf(services, 'webhook-ingestor'));
  return { clients, repeated };
}

async function makeDatabases(servers: {
  adminUrl: string;
  createDatabase: (name: string) => Promise<string>;
}): Promise<Record<DatabaseLogin, string>> {
  const [database, sandboxDatabase] = [DATABASE, `${DATABASE}_sandbox`];
  const [url, sandboxUrl] = await Promise.all([database, sandboxDatabase].map((name) => servers.createDatabase(name)));
  const passwords = Object.fromEntries(
    databaseLogins.map((login) => [login, randomBytes(18).toString('hex')]),
  ) as Record<DatabaseLogin, string>;
  await setUpDatabases(servers.adminUrl, { prefix: DATABASE, database, sandboxDatabase, passwords });
  const of = (login: DatabaseLogin) =>
    urlAs((login === 'provider-sandbox' ? sandboxUrl : url) ?? '', roleOf(DATABASE, login), passwords[login]);
  return Object.fromEntries(databaseLogins.map((login) => [login, of(login)])) as Record<DatabaseLogin, string>;
}

/** The job of a deployment, as a process of its own. */
async function migrateJob(folder: string, databaseUrl: string): Promise<string> {
  const job = spawn(process.execPath, [join(folder, 'libs/database/dist/migrate.main.js')], {
    env: cleanEnvironment({ DATABASE_URL: databaseUrl, ROLE_PREFIX: DATABASE }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [job.stdout, job.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(job, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The migration job ended with ${code}: ${said}`);
  return said.trim();
}

async function registerWebhooks({ control }: Clients, ingestorUrl: string): Promise<void> {
  await control.registerWebhook({
    body: {
      url: `${ingestorUrl}/webhooks/provider`,
      events: [
        ...(['PAYMENT_STATUS_CHANGED', 'DEPOSIT_CALLBACK', 'ORDER_PAYMENT_STATUS_CHANGED'] as const),
        ...(['ars-reservation.changed', 'payout.changed', 'seller.changed'] as const),
      ],
    },
  });
}

/** Waits until one process sees a time; the play asks only the process that the proxy happens to choose. */
async function untilSeen(url: string, token: string, at: Date): Promise<void> {
  const deadline = Date.now() + SEEN_MS_MAX;
  for (;;) {
    const now = await fetch(`${url}/operations/backlog`, { headers: { authorization: `Bearer ${token}` } })
      .then(async (reply) => ((await reply.json()) as { now?: string }).now)
      // A process that is asked to stop meanwhile sees nothing any more, and needs not.
      .catch(() => at.toISOString());
    if (now !== undefined && new Date(now) >= at) return;
    if (Date.now() > deadline) throw new Error(`${url} sees ${now} where the clock was set to ${at.toISOString()}`);
    await sleep(SEEN_POLL_MS);
  }
}
