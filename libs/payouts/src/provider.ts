import type { Client } from '@jeongsan/http-contract';
import type { clientContract } from '@jeongsan/provider-contract';

type Contract = Client<typeof clientContract>;
/**
 * The provider's operations that dispatch uses. A call returns a decoded answer or throws CallError (`rejected` or `unknown`).
 */
export type PayoutProvider = Pick<Contract, 'getBalance' | 'createPayouts' | 'listPayouts' | 'getPayout'>;

/**
 * The provider's client for senders. `mayWrite` is called when the request is ready and before its first byte is written; when
 * it throws, nothing is sent.
 */
export type FencedProvider = Readonly<{
  fenced: (mayWrite: () => Promise<void>) => Pick<PayoutProvider, 'createPayouts'>;
}>;
