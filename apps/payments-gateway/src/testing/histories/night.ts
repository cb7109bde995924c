import { eachTransaction } from '@jeongsan/provider-client';
import type { Sandbox } from '@jeongsan/testing';
import type { GatewayWorld } from '../gateway-world.js';
import { type Desk, hasRun } from './looks.js';

/** Looks at every payment that the provider lists, as the nightly listing does. */
export async function night(world: GatewayWorld, desk: Desk): Promise<void> {
  await minutes(world, desk);
  for (const paymentKey of await listedPayments(world.sandbox)) {
    await hasRun(world.gateway, { job: 'payment.observe', data: { paymentKey } });
  }
  await minutes(world, desk);
}

/** Some minutes, in which jobs repeat calls that had no answer. */
async function minutes(world: GatewayWorld, desk: Desk): Promise<void> {
  for (let minute = 0; minute < 5; minute += 1) {
    await desk.clear();
    await world.later(90);
  }
  await desk.clear();
}

/** The keys of all payments that have a transaction at the provider. */
export async function listedPayments({ api }: Sandbox): Promise<string[]> {
  const keys = new Set<string>();
  const period = { startDate: '2026-05-01', endDate: '2026-06-30' };
  for await (const { paymentKey } of eachTransaction(api, period)) keys.add(paymentKey);
  return [...keys];
}
