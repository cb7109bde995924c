import { WALLET_ALIAS } from '@jeongsan/provider-contract';

// ASSUMED: only answers under the /v1/brandpay/ paths name the type BRANDPAY; webhooks and all other answers name it
// WALLET.
/** The answer with the type's name that belongs to the path of the request. */
export function asNamedUnder(url: string, wire: unknown): unknown {
  if (!url.startsWith(WALLET_ALIAS) || typeof wire !== 'object' || wire === null || Array.isArray(wire)) return wire;
  return 'type' in wire && wire.type === 'WALLET' ? { ...wire, type: 'BRANDPAY' } : wire;
}
