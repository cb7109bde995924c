import type { Endpoint } from '@jeongsan/http-contract';

// The public product calls the wallet of document 2 "brandpay", and real clients use its paths.
const ORIGINAL = '/v1/wallet/';
export const WALLET_ALIAS = '/v1/brandpay/';

/** All paths under which an operation is served. */
export const pathsOf = ({ path }: Pick<Endpoint, 'path'>): string[] =>
  path.startsWith(ORIGINAL) ? [path, path.replace(ORIGINAL, WALLET_ALIAS)] : [path];
