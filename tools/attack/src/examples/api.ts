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

/** Endpoints that the story cannot reach, and why. */
export const unreached: Readonly<Partial<Record<keyof Api, string>>> = {
  proposeParkedDecision: 'no fault of the sandbox lets a payout be parked within the story',
  approveParkedDecision: 'needs the proposal above',
  rejectParkedDecision: 'needs the proposal above',
};
export const UNREACHED_MAX = 3;
