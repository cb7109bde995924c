import { createClient, type Client, type Contract, type Send } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import {
  gatewayContract,
  onboardingContract,
  reconcilerContract,
  schedulerContract,
} from '@jeongsan/platform-contract';
import { createProviderClient, type ProviderClient } from '@jeongsan/provider-client';
import { sandboxControlContract } from '@jeongsan/sandbox-control';
import type { AppName, ServiceName } from './app-env.js';
import { serviceNames } from './app-env.js';
import type { PlatformKeys } from './keys.js';
import { operationsContract } from './operations.contract.js';
import { operatorToken } from './operators.js';
import { patientSend, type Patience } from './patient-send.js';

/** Every caller in a rehearsal: the market's servers, its operators, the provider's side. */
export type Clients = Readonly<{
  /** With the key of the market's servers. */
  gateway: Client<typeof gatewayContract>;
  onboarding: Client<typeof onboardingContract>;
  /** The provider's API at the gateway's address, with the market's key: what a market has that changed address and key. */
  throughUs: ProviderClient;
  /** With the token of the operator. */
  terms: Client<Pick<typeof schedulerContract, 'setTerms'>>;
  scheduler: Client<typeof schedulerContract>;
  reconciler: Client<typeof reconcilerContract>;
  allocations: Client<Pick<typeof gatewayContract, 'allocateCancel'>>;
  backlogs: Readonly<Record<ServiceName, Client<typeof operationsContract>>>;
  /** With the token of the second person. */
  approver: Client<Pick<typeof schedulerContract, 'approveRun'>>;
  breakApprover: Client<Pick<typeof reconcilerContract, 'approveBreakDecision'>>;
  /** With the merchant's key, at the provider. */
  provider: ProviderClient;
  /** The sandbox's control API. */
  control: Client<typeof sandboxControlContract>;
}>;

const SOCKETS_MAX = 64;
const REPLY_BYTES_MAX = 64 * 1024 * 1024;

/** Typed clients of a running platform, one for each kind of caller. */
export async function connectClients(
  urls: Readonly<Record<AppName, string>>,
  keys: PlatformKeys,
  patience: Patience,
): Promise<Clients> {
  const network = httpSend({ maxSockets: SOCKETS_MAX, maxReplyBytes: REPLY_BYTES_MAX });
  const send = patientSend(network, patience);
  const market = bearer(send, keys.marketApiKey);
  const operator = bearer(send, await operatorToken(keys, 'operator'));
  const approver = bearer(send, await operatorToken(keys, 'approver'));
  const { setTerms, approveRun } = schedulerContract;
  const { approveBreakDecision } = reconcilerContract;
  const { allocateCancel } = gatewayContract;
  const providerAt = (app: AppName, secretKey: string) =>
    createProviderClient({
      baseUrl: urls[app],
      secretKey,
      securityKeys: [keys.securityKey],
      now: () => new Date(),
      send: patientSend(network, { ...patience, isProvider: true }),
    });
  const clientOf = <C extends Contract>(contract: C, app: AppName, as: Send) => createClient(contract, urls[app], as);
  return {
    gateway: clientOf(gatewayContract, 'payments-gateway', market),
    onboarding: clientOf(onboardingContract, 'seller-onboarding', market),
    throughUs: providerAt('payments-gateway', keys.marketApiKey),
    terms: clientOf({ setTerms }, 'payout-scheduler', operator),
    scheduler: clientOf(schedulerContract, 'payout-scheduler', operator),
    reconciler: clientOf(reconcilerContract, 'settlement-reconciler', operator),
    allocations: clientOf({ allocateCancel }, 'payments-gateway', operator),
    backlogs: Object.fromEntries(
      serviceNames.map((name) => [name, clientOf(operationsContract, name, operator)]),
    ) as Clients['backlogs'],
    approver: clientOf({ approveRun }, 'payout-scheduler', approver),
    breakApprover: clientOf({ approveBreakDecision }, 'settlement-reconciler', approver),
    provider: providerAt('provider-sandbox', keys.providerSecretKey),
    control: clientOf(sandboxControlContract, 'provider-sandbox', send),
  };
}

function bearer(send: Send, credential: string): Send {
  const authorization = `Bearer ${credential}`;
  return (request) => send({ ...request, headers: { ...request.headers, authorization } });
}
