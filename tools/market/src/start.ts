import { join } from 'node:path';
import { MachineProblem, onShutdown, shutdown } from '@jeongsan/child-processes';
import { serviceNames, type AppName } from './platform/app-env.js';
import { keptKeys } from './platform/keys.js';
import { operators, operatorToken, type Operator } from './platform/operators.js';
import { startPlatform, type Platform } from './platform/platform.js';
import { withoutPassword } from './platform/without-password.js';

// The same ports at every start, while they are free.
const PORTS_NEAR = 14_000;

/**
 * `npm start`: runs the whole platform with the provider's sandbox on this machine, on the machine's clock. Keeps its data;
 * ends with Ctrl-C.
 */
async function main(): Promise<void> {
  const platform = await startPlatform({
    name: 'start',
    fresh: false,
    portsNear: PORTS_NEAR,
    logLevel: 'info',
    keys: (servers) => keptKeys(join(servers.folder, 'keys.json')),
    log: console.log,
  });
  // The stack stops the apps itself; we must close the other connections.
  onShutdown(() => platform.stop());
  console.log(await describe(platform));
}

async function describe({ apps, door, keys, folder, ...platform }: Platform): Promise<string> {
  const url = (app: AppName): string => apps[app].url;
  const token = async (who: Operator) =>
    `  ${who} (${operators[who].join(', ')}), 12 h:\n    ${await operatorToken(keys, who)}`;
  return [
    '',
    '주소 Address of everything',
    `  front door             ${door.url}   (docs: /docs, our API: /api/v1, the provider's paths: /v1 and /v2, /health)`,
    '',
    '서비스 Services, each with /docs, /openapi.json, /health/ready and /metrics',
    ...serviceNames.map((name) => `  ${name.padEnd(22)} ${url(name)}/docs`),
    '',
    '결제 제공자 The provider (sandbox)',
    `  address                ${url('provider-sandbox')}   (docs: /docs, its world: /control)`,
    `  secret key             ${keys.providerSecretKey}`,
    `  security key           ${keys.securityKey}`,
    `  webhooks go to         ${url('webhook-ingestor')}/webhooks/provider`,
    '',
    '열쇠 Keys',
    `  market's API key       ${keys.marketApiKey}`,
    await token('operator'),
    await token('approver'),
    '',
    '데이터 Data',
    `  Postgres               ${withoutPassword(platform.databaseUrl)}`,
    `  Postgres of sandbox    ${withoutPassword(platform.sandboxDatabaseUrl)}`,
    `  Redis                  ${withoutPassword(platform.servers.redisUrl)}`,
    `  logs, keys, data       ${folder}`,
    '',
    'Ctrl-C stops everything; the data stays.',
  ].join('\n');
}

try {
  await main();
} catch (error) {
  await shutdown();
  console.error(error instanceof MachineProblem ? error.message : error);
  process.exit(1);
}
