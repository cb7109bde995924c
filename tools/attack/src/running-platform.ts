import { toOpenApi, type Contract } from '@jeongsan/http-contract';
import { serviceNames, startPlatform, type Platform, type ServiceName } from '@jeongsan/market';
import { contracts } from './contracts.js';

/** One service under attack: where it is, and everything that it says it answers. */
export type Target = Readonly<{
  name: ServiceName;
  url: string;
  contract: Contract;
  document: ReturnType<typeof toOpenApi>;
}>;

/** The built services, each a process of its own, on real servers that are empty. */
export const startUnderAttack = (name: string): Promise<Platform> =>
  startPlatform({ name, fresh: true, clockStartsAt: new Date('2026-05-08T00:30:00+09:00'), logLevel: 'info' });

export const targetsOf = (platform: Platform): readonly Target[] =>
  serviceNames.map((name) => ({
    name,
    url: platform.apps[name].url,
    contract: contracts[name],
    document: toOpenApi(name, '1', contracts[name]),
  }));
