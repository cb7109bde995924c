import type { Contract } from '@jeongsan/http-contract';
import { callerContract } from './caller.contract.js';
import { gatewayOwnContract } from './gateway.contract.js';
import { reconcilerContract } from './reconciler.contract.js';
import { schedulerContract } from './scheduler.contract.js';
import { onboardingContract } from './sellers.contract.js';
import { ingestorApi } from './webhooks.contract.js';

/** The front door serves our own API under this prefix, since the provider's paths have /v1 and /v2. */
export const API_PREFIX = '/api/v1';

/** The endpoints of each service under API_PREFIX. Those of operationsContract, which every service has, stand under its name. */
export const services = {
  'payments-gateway': gatewayOwnContract,
  'webhook-ingestor': ingestorApi,
  'settlement-reconciler': reconcilerContract,
  // Every service says who the caller is, under its own name. At /me the scheduler does, where most decisions are made.
  'payout-scheduler': { ...schedulerContract, ...callerContract },
  'seller-onboarding': onboardingContract,
} as const satisfies Readonly<Record<string, Contract>>;
export type Service = keyof typeof services;

export const serviceNames = Object.keys(services) as Service[];

/** The variable of the front door that holds the origin of each service. */
export const originVariables = {
  'payments-gateway': 'GATEWAY_URL',
  'webhook-ingestor': 'INGESTOR_URL',
  'settlement-reconciler': 'RECONCILER_URL',
  'payout-scheduler': 'SCHEDULER_URL',
  'seller-onboarding': 'ONBOARDING_URL',
} as const satisfies Record<Service, string>;

/** The variables of a front door over services at these origins. */
export const originSettings = (originOf: (service: Service) => string): Record<string, string> =>
  Object.fromEntries(serviceNames.map((service) => [originVariables[service], originOf(service)]));
