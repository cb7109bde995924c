import type { ApiVersion } from '@jeongsan/provider-contract';
import type { TokenHolder } from '../wallet/tokens.js';

/** Who calls: the credential itself is part of an idempotent request's identity; test keys may ask for errors. */
export type Caller = Readonly<{
  /** The secret key or, of a bearer call, the access token. */
  credential: string;
  isTest: boolean;
  /** The API version of the key, where it has one of its own. */
  version?: ApiVersion | undefined;
  /** The customer of the wallet that a bearer call is made for. */
  customer?: TokenHolder;
}>;
