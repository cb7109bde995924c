import { toOpenApi, type Contract } from '@jeongsan/http-contract';
import { makeKeys, serviceNames, startPlatform, type Platform, type ServiceName } from '@jeongsan/market';
import { apiKeysOf } from '@jeongsan/testing';
import { KEY_ID, REVOKED_KEY } from './callers.js';
import { contracts } from './contracts.js';

/** One service under attack: where it is, and everything that it says it answers. */
export type Target = Readonly<{
  name: ServiceName;
  url: string;
  contract: Contract;
  document: ReturnType<typeof toOpenApi>;
}>;

export const REVOKED_KEY_ID = 'former';

/** The built services, each a process of its own, on real servers that are empty. One of their keys is revoked. */
export async function startUnderAttack(name: string): Promise<Platform> {
  const keys = await makeKeys();
  const API_KEYS = apiKeysOf([
    { id: KEY_ID, key: keys.marketApiKey, roles: ['market'] },
    { id: REVOKED_KEY_ID, key: REVOKED_KEY, roles: ['admin'], revokedAt: '2026-05-07T00:00:00+09:00' },
  ]);
  return startPlatform({
    ...{ name, fresh: true, clockStartsAt: new Date('2026-05-08T00:30:00+09:00'), logLevel: 'info' },
    keys: () => Promise.resolve(keys),
    settings: Object.fromEntries(serviceNames.map((service) => [service, { API_KEYS }])),
  });
}

export const targetsOf = (platform: Platform): readonly Target[] =>
  serviceNames.map((name) => ({
    name,
    url: platform.apps[name].url,
    contract: contracts[name],
    document: toOpenApi(name, '1', contracts[name]),
  }));
