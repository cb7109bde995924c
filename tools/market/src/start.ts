import { join, relative } from 'node:path';
import { seoulMinute } from '@jeongsan/calendar';
import { freePort, MachineProblem, onShutdown, shutdown } from '@jeongsan/child-processes';
import { joinClocks } from './clock/join-clocks.js';
import { serveClock } from './clock/serve-clock.js';
import { serviceNames, type AppName } from './platform/app-env.js';
import { keptKeys } from './platform/keys.js';
import { operators, operatorToken, type Operator } from './platform/operators.js';
import { startPlatform, type Platform } from './platform/platform.js';
import { writeShellFile } from './platform/shell-file.js';
import { readStartSettings } from './start-settings.js';
import { withoutPassword } from './platform/without-password.js';

// The same ports at every start, while they are free.
const PORTS_NEAR = 14_000;
const CLOCK_PORT_NEAR = 14_050;
/** A start takes less; a clock that shows more has run on since an earlier start. */
const RESUMED_MS = 120_000;

/**
 * `npm start`: runs the whole platform with the provider's sandbox on this machine, on the machine's clock or on one that
 * `jeongsan clock` moves. Keeps its data; ends with Ctrl-C.
 */
async function main(): Promise<void> {
  const { name, clock, fresh } = readStartSettings(process.argv.slice(2));
  const platform = await startPlatform({
    ...{ name, fresh, portsNear: PORTS_NEAR, logLevel: 'info', peopleApprove: true },
    ...(clock !== undefined && { clockStartsAt: clock }),
    keys: (servers) => keptKeys(join(servers.folder, 'keys.json')),
    log: console.log,
  });
  // The stack stops the apps itself; we must close the other connections.
  onShutdown(() => platform.stop());
  const lines = await describeClock(platform, clock);
  const file = await writeShellFile(platform, lines.url);
  console.log(
    [...(await describe(platform, file)), ...lines.text, '', 'Ctrl-C stops everything; the data stays.'].join('\n'),
  );
}

async function describeClock(platform: Platform, wanted: Date | undefined): Promise<{ url?: string; text: string[] }> {
  if (!platform.clock) return { text: [] };
  const at = await joinClocks(platform);
  const { url, stop } = await serveClock(platform, await freePort(CLOCK_PORT_NEAR));
  onShutdown(stop);
  const goesOn = wanted === undefined || Math.abs(at.getTime() - wanted.getTime()) > RESUMED_MS;
  return {
    url,
    text: [
      '',
      '시계 Clock (controlled)',
      `  it shows               ${seoulMinute(at)} Asia/Seoul${goesOn ? ', where the clock of this data stood: it never goes back' : ''}`,
      `  move it                jeongsan clock advance 3d   (${url})`,
    ],
  };
}

async function describe({ apps, door, keys, folder, ...platform }: Platform, shellFile: string): Promise<string[]> {
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
    '셸 Shell: addresses, keys, and the command jeongsan',
    `  . ${relative('.', shellFile)}`,
  ];
}

try {
  await main();
} catch (error) {
  await shutdown();
  console.error(error instanceof MachineProblem ? error.message : error);
  process.exit(1);
}
