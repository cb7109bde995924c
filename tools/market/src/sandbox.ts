import { join } from 'node:path';
import { freePort, givenPort, MachineProblem, shutdown, startApp } from '@jeongsan/child-processes';
import { startServers } from '@jeongsan/stack';
import { appEnv } from './platform/app-env.js';
import { keptKeys } from './platform/keys.js';
import { entryOf } from './platform/platform.js';
import { openSandboxDatabase } from './platform/platform-databases.js';
import { withoutPassword } from './platform/without-password.js';
import { readSandboxSettings } from './sandbox-settings.js';

const PORT_NEAR = 14_100;
const NO_REDIS = 'redis://127.0.0.1:0';

/**
 * The keys that the provider's public documentation prints in its samples: a sample runs unchanged. They are valid beside the
 * clone's own key, on this machine's own address alone.
 */
const DOCUMENTED_KEYS = ['test_gsk_docs_OaPz8L5KdmQXkzRz3y47BMw6', 'test_sk_zXLkKEypNArWmo50nX3lmeaxYG5R'];

/** `npm run sandbox`: runs only the provider, for developers of clients of its API. Keeps its data; ends with Ctrl-C. */
async function main(): Promise<void> {
  const { elsewhere, wantedPort, name, variables } = readSandboxSettings(process.argv.slice(2));
  const servers = await startServers({
    name,
    keepAlive: true,
    log: console.log,
    // The sandbox has no queues: the address of a Redis that does not exist keeps the stack from starting one.
    env: { redisUrl: NO_REDIS, ...(elsewhere !== undefined && { databaseUrl: elsewhere }) },
  });
  const database = `jeongsan_${name.replaceAll('-', '_')}`;
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
  const lines = [
    '',
    '결제 제공자 The provider (sandbox)',
    `  address        ${url}`,
    `  docs           ${url}/docs`,
    `  its world      ${url}/control   (clock, buyers, banks, faults, webhooks)`,
    ...list('secret key', env['SECRET_KEYS']),
    ...list('security key', env['SECURITY_KEYS']),
    `  Postgres       ${withoutPassword(servers.databaseUrl(database))}`,
    `  log            ${logFile}`,
    '',
    'Ctrl-C stops it; the data stays.',
  ];
  console.log(lines.join('\n'));
}

function list(what: string, keys = ''): string[] {
  return keys.split(',').map((key, index) => `  ${(index === 0 ? what : '').padEnd(14)} ${key.trim()}`);
}

try {
  await main();
} catch (error) {
  await shutdown();
  console.error(error instanceof MachineProblem ? error.message : error);
  process.exit(1);
}
