import type { Client } from '@jeongsan/http-contract';
import type { clientContract } from '@jeongsan/provider-contract';
import type { sandboxControlContract } from '@jeongsan/sandbox-control';

/** An address that speaks the provider's documents (the provider's own, or the gateway's), and the buyers at the provider. */
export type ProviderSide = Readonly<{
  api: Client<typeof clientContract>;
  control: Client<typeof sandboxControlContract>;
}>;

/** A payment as the provider shows it. */
export type ProviderPayment = Awaited<ReturnType<ProviderSide['api']['getPayment']>>;
