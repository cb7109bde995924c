import { originVariables, type Service, serviceNames } from '@jeongsan/platform-contract';
import type { Env } from './env.js';

/** The origin of each service. */
export type Origins = Readonly<Record<Service, string>>;

export const originsOf = (env: Env): Origins =>
  Object.fromEntries(serviceNames.map((service) => [service, env[originVariables[service]]])) as Origins;
