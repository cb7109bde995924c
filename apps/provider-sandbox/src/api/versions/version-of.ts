import { type ApiVersion, isBefore } from '@jeongsan/provider-contract';
import type { Asked, World } from '../../world.js';

/** The API version of a request: the version of the caller's key, or of the merchant if the key has none. */
export const versionOf = ({ caller, world }: Pick<Asked, 'caller' | 'world'>): ApiVersion =>
  caller?.version ?? world.merchant.apiVersion;

/** Whether the merchant or one of its keys has a version, or a later one. */
export const isInUse = (since: ApiVersion, { env, merchant }: World): boolean =>
  [merchant.apiVersion, ...env.SECRET_KEYS.map(({ version }) => version)].some(
    (version) => version !== undefined && !isBefore(version, since),
  );
