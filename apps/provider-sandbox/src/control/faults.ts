import { callFaultKinds, type sandboxControlContract as contract, webhookFaultKinds } from '@jeongsan/sandbox-control';
import { WEBHOOKS } from '../api/faults.js';
import { providerHandlers } from '../api/provider-handlers.js';
import type { ControlHandler } from './control-handler.js';
import { invalid, notFound } from './control-refusals.js';

export const addFault: ControlHandler<typeof contract.addFault> = async ({ world }, { body }) => {
  const { operation, kind } = body;
  const isKnown = operation === '*' || operation === WEBHOOKS || Object.hasOwn(providerHandlers, operation);
  if (!isKnown) throw invalid(`${operation} is no operation of the provider`);
  const kinds: readonly string[] = operation === WEBHOOKS ? webhookFaultKinds : callFaultKinds;
  if (!kinds.includes(kind)) throw invalid(`${kind} does not happen to ${operation}`);
  const { id } = world.faults.add(body);
  return { done: true, id };
};

export const listFaults: ControlHandler<typeof contract.listFaults> = async ({ world }) => ({
  items: world.faults.list(),
});

export const removeFault: ControlHandler<typeof contract.removeFault> = async ({ world }, { params }) => {
  if (!world.faults.remove(params.id)) throw notFound('such fault');
  return { done: true };
};

export const clearFaults: ControlHandler<typeof contract.clearFaults> = async ({ world }) => {
  world.faults.clear();
  return { done: true };
};

export const listRequests: ControlHandler<typeof contract.listRequests> = async ({ world }, { query }) => ({
  items: world.requests.latest(query.limit ?? REQUESTS_DEFAULT),
});

const REQUESTS_DEFAULT = 100;
