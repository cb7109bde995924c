import type { Contract } from '@jeongsan/http-contract';
import {
  gatewayOwnContract,
  ingestorApi,
  onboardingContract,
  operationsContract,
  reconcilerContract,
  schedulerContract,
} from '@jeongsan/platform-contract';

/** Every endpoint of our own, by the name under which the reference shows it. */
export const api = {
  ...gatewayOwnContract,
  ...ingestorApi,
  ...reconcilerContract,
  ...schedulerContract,
  ...onboardingContract,
  ...operationsContract,
} as const satisfies Contract;
export type Api = typeof api;
