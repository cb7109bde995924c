import { join } from 'node:path';
import { freePort, MachineProblem, shutdown, startApp } from '@jeongsan/child-processes';
import { startServers } from '@jeongsan/stack';
import { databaseUrlFromEnv } from './env.js';
import { appEnv } from './platform/app-env.js';
import { keptKeys } from './platform/keys.js';
import { entryOf } from './platform/platform.js';
import { openSandboxDatabase } from './platform/platform-databases.js';
import { withoutPassword } from './platform/without-password.js';

const PORT_NEAR = 14_100;
const NO_REDIS = 'redis://127.0.0.1:0';
const DATABASE = 'jeongsan_sandbox';

/** `npm run sandbox`: runs only the provider, for developers of clients of its API. Keeps its data; ends with Ctrl-C. */
async function main(): Promise<void> {
  const elsewhere = databaseUrlFromEnv();
  const servers = await startServers({
    name: 'sandbox',
    keepAlive: true,
    log: console.log,
    // The sandbox has no queues: the address of a Redis that does not exist keeps the stack from starting one.
    env: { redisUrl: NO_REDIS, ...(elsewhere !== undefined && { databaseUrl: elsewhere }) },
  });
  const [keys, port, databaseUrl] = await Promise.all([
    keptKeys(join(servers.folder, 'keys.json')),
    freePort(PORT_NEAR),
    openSandboxDatabase(servers, DATABASE, { fresh: false }),
  ]);
  const logFile = join(servers.folder, 'provider-sandbox.log');
  const { url } = await startApp({
    name: 'provider-sandbox',
    entry: entryOf('provider-sandbox'),
    env: appEnv('provider-sandbox', {
      keys,
      databaseUrl,
      redisUrl: servers.redisUrl,
      providerUrl: `http://127.0.0.1:${port}`,
      isRehearsal: false,
      logLevel: 'info',
    }),
    port,
    logFile,
    keepAlive: { log: console.log },
  });
  const lines = [
    '',
    '결제 제공자 The provider (sandbox)',
    `  address        ${url}`,
    `  docs           ${url}/docs`,
    `  its world      ${url}/control   (clock, buyers, banks, faults, webhooks)`,
    `  secret key     ${keys.providerSecretKey}`,
    `  security key   ${keys.securityKey}`,
    `  Postgres       ${withoutPassword(servers.databaseUrl(DATABASE))}`,
    `  log            ${logFile}`,
    '',
    'Ctrl-C stops it; the data stays.',
  ];
  console.log(lines.join('\n'));
}

try {
  await main();
} catch (error) {
  await shutdown();
  console.error(error instanceof MachineProblem ? error.message : error);
  process.exit(1);
}
