import { MachineProblem, shutdown } from '@jeongsan/child-processes';
import { startServers } from '@jeongsan/stack';
import { withoutPassword } from './platform/without-password.js';
import { readSandboxSettings } from './sandbox-settings.js';

const NO_REDIS = 'redis://127.0.0.1:0';

/** `npm run sandbox`: runs only the provider, for developers of clients of its API. Keeps its data; ends with Ctrl-C. */
async function main(): Promise<void> {
  const settings = readSandboxSettings(process.argv.slice(2));
  const { name, elsewhere } = settings;
  const database = `jeongsan_${name.replaceAll('-', '_')}`;
  const [servers, { startProvider }] = await Promise.all([
    startServers({
      name,
      keepAlive: true,
      log: console.log,
      // The sandbox has no queues: the address of a Redis that does not exist keeps the stack from starting one.
      env: { redisUrl: NO_REDIS, ...(elsewhere !== undefined && { databaseUrl: elsewhere }) },
    }),
    // Loading the mapper of the database takes as long as Postgres takes to start: both at the same time.
    import('./start-provider.js'),
  ]);
  const { url, env, logFile } = await startProvider(servers, { ...settings, database });
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
