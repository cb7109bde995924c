import type { Contract } from '@jeongsan/http-contract';
import type { ServiceName } from '@jeongsan/market';
import {
  gatewayContract,
  ingestorContract,
  onboardingContract,
  reconcilerContract,
  schedulerContract,
  operationsContract,
} from '@jeongsan/platform-contract';

/** Every endpoint of every service. */
export const contracts: Readonly<Record<ServiceName, Contract>> = {
  'payments-gateway': { ...gatewayContract, ...operationsContract },
  'webhook-ingestor': { ...ingestorContract, ...operationsContract },
  'settlement-reconciler': { ...reconcilerContract, ...operationsContract },
  'payout-scheduler': { ...schedulerContract, ...operationsContract },
  'seller-onboarding': { ...onboardingContract, ...operationsContract },
};
