import type { Endpoint } from '@jeongsan/http-contract';

// The public product calls the wallet of document 2 "brandpay", and real clients use its paths.
const ORIGINAL = '/v1/wallet/';
const ALIAS = '/v1/brandpay/';

/** All paths under which an operation is served. */
export const pathsOf = ({ path }: Endpoint): string[] =>
  path.startsWith(ORIGINAL) ? [path, path.replace(ORIGINAL, ALIAS)] : [path];

// ASSUMED: only answers under the /v1/brandpay/ paths name the type BRANDPAY; webhooks and all other answers name it
// WALLET.
/** The answer with the type's name that belongs to the path of the request. */
export function asNamedUnder(url: string, wire: unknown): unknown {
  if (!url.startsWith(ALIAS) || typeof wire !== 'object' || wire === null || Array.isArray(wire)) return wire;
  return 'type' in wire && wire.type === 'WALLET' ? { ...wire, type: 'BRANDPAY' } : wire;
}
