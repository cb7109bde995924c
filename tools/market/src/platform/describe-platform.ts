import { relative } from 'node:path';
import { people } from '@jeongsan/local-issuer';
import { serviceNames, type AppName } from './app-env.js';
import { operatorToken, type Operator } from './operators.js';
import type { Platform } from './platform.js';
import { withoutPassword } from './without-password.js';

/** What a person needs to look around: addresses, keys, data, and the file for the shell. */
export async function describePlatform(
  { apps, door, keys, folder, ...platform }: Platform,
  shellFile: string,
): Promise<string[]> {
  const url = (app: AppName): string => apps[app].url;
  const token = async (who: Operator) =>
    `  ${who} (${people[who].roles.join(', ')}), 12 h:\n    ${await operatorToken(keys, who)}`;
  return [
    '',
    '콘솔 Console, for a browser on this machine',
    `  ${platform.consoleUrl}`,
    `  people to sign in as, without a password: ${Object.keys(people).join(', ')}`,
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
