import { CallError } from '@jeongsan/http-contract';
import type { Plan, ProviderPayment } from '@jeongsan/provider-walks';
import type { Sandbox } from '@jeongsan/testing';

/** The payment of a plan as the provider has it; undefined: nothing was charged. Never struck by a fault. */
export async function truth({ api }: Sandbox, plan: Plan): Promise<ProviderPayment | undefined> {
  const { paymentKey, facts } = plan;
  const found = paymentKey
    ? api.getPayment({ params: { paymentKey } })
    : api.getPaymentByOrder({ params: { orderId: facts.orderId } });
  const seen = await found.catch((error: unknown) => {
    if (error instanceof CallError && error.outcome === 'rejected') return undefined;
    throw error;
  });
  plan.paymentKey = seen?.paymentKey ?? plan.paymentKey;
  return seen;
}
