import type { Client } from '@jeongsan/http-contract';
import type { providerContract } from '@jeongsan/provider-contract';

type Contract = Client<typeof providerContract>;
/** What dispatch asks of the provider. Calls end in a decoded answer or throw CallError: `rejected`, or `unknown`. */
export type PayoutProvider = Pick<Contract, 'getBalance' | 'createPayouts' | 'listPayouts' | 'getPayout'>;

/** The provider as a sender reaches it: `mayWrite` is asked when the bytes are ready and before the first one leaves. */
export type FencedProvider = Readonly<{
  fenced: (mayWrite: () => Promise<void>) => Pick<PayoutProvider, 'createPayouts'>;
}>;
