import { join } from 'node:path';
import { createClient, type Client } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { appEnv, entryOf, openSandboxDatabase, type EnvInput } from '@jeongsan/market';
import { createProviderClient, type ProviderClient } from '@jeongsan/provider-client';
import { sandboxControlContract } from '@jeongsan/sandbox-control';
import { type App, freePort, startApp } from '@jeongsan/child-processes';
import { startServers } from '@jeongsan/stack';

export type ProviderControl = Client<typeof sandboxControlContract>;

/** The provider with a Postgres of its own, which our faults do not reach. */
export type ProviderSide = Readonly<{
  app: App;
  url: string;
  /** A client as the merchant, past every fault of the network. */
  api: ProviderClient;
  control: ProviderControl;
  stop: () => Promise<void>;
}>;

const REPLY_BYTES_MAX = 64 * 1024 * 1024;

export async function startProvider(
  keys: EnvInput['keys'],
  { redisUrl, folder }: { redisUrl: string; folder: string },
): Promise<ProviderSide> {
  const servers = await startServers({ name: 'chaos-provider', fresh: true, env: { redisUrl } });
  const databaseUrl = await openSandboxDatabase(servers, 'provider', { fresh: true });
  const port = await freePort();
  const input = { keys, databaseUrl, redisUrl, providerUrl: '' };
  const app = await startApp({
    name: 'provider-sandbox',
    entry: entryOf('provider-sandbox'),
    env: appEnv('provider-sandbox', { ...input, isRehearsal: true, logLevel: 'warn' }),
    port,
    logFile: join(folder, 'provider-sandbox.log'),
    readyTimeoutMs: 60_000,
  });
  const send = httpSend({ maxSockets: 32, maxReplyBytes: REPLY_BYTES_MAX });
  return {
    app,
    url: app.url,
    api: createProviderClient({
      baseUrl: app.url,
      secretKey: keys.providerSecretKey,
      securityKeys: [keys.securityKey],
      now: () => new Date(),
    }),
    control: createClient(sandboxControlContract, app.url, send),
    stop: async () => {
      await app.stop();
      await servers.stop();
    },
  };
}
