import { createHash } from 'node:crypto';
import type { Role } from '@jeongsan/nest-kit';

export type KeyHolder = Readonly<{ id: string; key: string; roles: readonly Role[] }>;

/** What a service is told of its callers, as API_KEYS: it only has to recognise their keys. */
export const apiKeysOf = (holders: readonly KeyHolder[]): string =>
  JSON.stringify(
    holders.map(({ key, ...holder }) => ({ ...holder, sha256: createHash('sha256').update(key).digest('hex') })),
  );
