import { join } from 'node:path';
import { freePort, givenPort, startApp } from '@jeongsan/child-processes';
import type { Servers } from '@jeongsan/stack';
import { appEnv } from './platform/app-env.js';
import { entryOf } from './platform/entry.js';
import { keptKeys } from './platform/keys.js';
import { openSandboxDatabase } from './platform/platform-databases.js';
import type { SandboxSettings } from './sandbox-settings.js';

const PORT_NEAR = 14_100;

/**
 * The keys that the provider's public documentation prints in its samples: a sample runs unchanged. They are valid beside the
 * clone's own key, on this machine's own address alone.
 */
const DOCUMENTED_KEYS = ['test_gsk_docs_OaPz8L5KdmQXkzRz3y47BMw6', 'test_sk_zXLkKEypNArWmo50nX3lmeaxYG5R'];

type Wanted = Pick<SandboxSettings, 'wantedPort' | 'variables'> & Readonly<{ database: string }>;
type Provider = Readonly<{ url: string; env: Readonly<Record<string, string>>; logFile: string }>;

/** Starts the sandbox's process on servers that run, and waits until it is ready. Its keys stay in the servers' folder. */
export async function startProvider(servers: Servers, { database, wantedPort, variables }: Wanted): Promise<Provider> {
  const [keys, port, databaseUrl] = await Promise.all([
    keptKeys(join(servers.folder, 'keys.json')),
    wantedPort === undefined ? freePort(PORT_NEAR) : givenPort(wantedPort),
    openSandboxDatabase(servers, database, { fresh: false }),
  ]);
  const input = { keys, databaseUrl, redisUrl: servers.redisUrl, providerUrl: `http://127.0.0.1:${port}` };
  const env: Readonly<Record<string, string>> = {
    ...appEnv('provider-sandbox', { ...input, isRehearsal: false, logLevel: 'info' }),
    SECRET_KEYS: [keys.providerSecretKey, ...DOCUMENTED_KEYS].join(','),
    ...variables,
  };
  const logFile = join(servers.folder, 'provider-sandbox.log');
  const { url } = await startApp({
    name: 'provider-sandbox',
    entry: entryOf('provider-sandbox'),
    env,
    port,
    logFile,
    keepAlive: { log: console.log },
  });
  return { url, env, logFile };
}
