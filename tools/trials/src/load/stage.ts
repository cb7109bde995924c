import { join } from 'node:path';
import {
  clockStartOf,
  makeKeys,
  openSandboxDatabase,
  startPlatform,
  type AppName,
  type Market,
  type Platform,
  type PlatformKeys,
} from '@jeongsan/market';
import { startServers, type Servers } from '@jeongsan/stack';
import type { Ground } from '../ground/ground.js';
import { smallMarket, type Recomputed } from './small-market.js';

type Settings = Readonly<Partial<Record<AppName | 'front-door', Readonly<Record<string, string>>>>>;

/** Servers that the trial brings itself; the others are the usual ones of this repository. */
export type Brought = Readonly<{ databaseUrl?: string; redisUrl?: string }>;

export type StageOptions = Readonly<{
  brought: Brought;
  settings?: Settings;
  /** Rewrites the address of the platform's database that the services get: for a proxy in front of it. */
  proxied?: (databaseUrl: string) => string;
  /** The replica's address for lists, by the database's. Default: no replica. */
  readAt?: (databaseUrl: string) => string;
}>;

/** A running platform, the provider on a server of its own, and the market to play. */
export type Stage = Readonly<{
  ground: Ground;
  platform: Platform;
  market: Market;
  expected: Recomputed;
  keys: PlatformKeys;
  /** Starts the platform on another database, after the first one has ended: after a restore. */
  again: (brought: Brought) => Promise<Platform>;
}>;

/** A request that lost its answer is freed after a minute, and may lose the next answer too. */
const PATIENCE_MS = 180_000;
/** The name of the platform; its database and roles begin with `DATABASE_PREFIX`. */
const NAME = 'trial';
export const DATABASE_PREFIX = `jeongsan_${NAME}`;

/**
 * Starts everything. The provider has a Postgres of its own: what the platform forgets by a fail-over, the provider still
 * knows, as in life.
 */
export async function openStage(ground: Ground, options: StageOptions): Promise<Stage> {
  const { market, expected } = await smallMarket();
  const provider = await serversFor(ground, 'provider', {});
  const providerUrl = await openSandboxDatabase(provider, 'provider', { fresh: true });
  const keys = await makeKeys();
  // A database that the trial does not bring is on the provider's server, a Redis is the one beside it.
  const usual: Required<Brought> = { databaseUrl: provider.adminUrl, redisUrl: provider.redisUrl };
  const start = async (brought: Brought, fresh: boolean): Promise<Platform> => {
    const servers = await serversFor(ground, fresh ? 'platform' : 'platform-again', { ...usual, ...brought });
    const platform = await startPlatform({
      name: NAME,
      servers: options.proxied ? behind(servers, options.proxied) : servers,
      fresh,
      keys: async () => keys,
      clockStartsAt: clockStartOf(market),
      patienceMs: PATIENCE_MS,
      ...(options.readAt && { readAt: options.readAt }),
      settings: {
        ...options.settings,
        'provider-sandbox': { DATABASE_URL: providerUrl, ...options.settings?.['provider-sandbox'] },
      },
      log: (line) => ground.say(`${line}`),
    });
    ground.undo.add(() => platform.stop());
    return platform;
  };
  const platform = await start(options.brought, true);
  ground.say(`the platform runs; logs in ${join(ground.folder, '.local')}`);
  return { ground, platform, market, expected, keys, again: (brought) => start(brought, false) };
}

/** Databases are made directly, and used through the proxy. */
const behind = (servers: Servers, proxied: (url: string) => string): Servers => ({
  ...servers,
  createDatabase: async (name, options) => proxied(await servers.createDatabase(name, options)),
});

async function serversFor(ground: Ground, name: string, env: Partial<Brought>): Promise<Servers> {
  const servers = await startServers({ name, root: ground.folder, fresh: true, keepAlive: true, env });
  ground.undo.add(() => servers.stop());
  return servers;
}
