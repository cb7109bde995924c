import type { Contract } from '@jeongsan/http-contract';
import {
  callerContract,
  eventEndpointsContract,
  gatewayOwnContract,
  onboardingContract,
  reconcilerContract,
  schedulerContract,
} from '@jeongsan/platform-contract';
import type { Env } from './env.js';

/** The endpoints of each service that the door serves under /api/v1. */
export const services = {
  'payments-gateway': gatewayOwnContract,
  'webhook-ingestor': eventEndpointsContract,
  'settlement-reconciler': reconcilerContract,
  // Every service says who the caller is, under its own name. At /me the scheduler does, where most decisions are made.
  'payout-scheduler': { ...schedulerContract, ...callerContract },
  'seller-onboarding': onboardingContract,
} as const satisfies Readonly<Record<string, Contract>>;
export type Service = keyof typeof services;

export const serviceNames = Object.keys(services) as Service[];

/** The origin of each service. */
export type Origins = Readonly<Record<Service, string>>;

export const originsOf = (env: Env): Origins => ({
  'payments-gateway': env.GATEWAY_URL,
  'webhook-ingestor': env.INGESTOR_URL,
  'settlement-reconciler': env.RECONCILER_URL,
  'payout-scheduler': env.SCHEDULER_URL,
  'seller-onboarding': env.ONBOARDING_URL,
});
