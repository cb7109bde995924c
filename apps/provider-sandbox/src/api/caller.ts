import type { ApiVersion } from '@jeongsan/provider-contract';
import type { TokenHolder } from '../wallet/tokens.js';

/**
 * The caller of a request. Its credential is part of an idempotent request's identity; only callers with test keys may
 * ask for errors.
 */
export type Caller = Readonly<{
  /** The secret key or, of a bearer call, the access token. */
  credential: string;
  isTest: boolean;
  /** The API version bound to the key; undefined: the merchant's version. */
  version?: ApiVersion | undefined;
  /** The customer of the wallet that a bearer call is made for. */
  customer?: TokenHolder;
}>;
