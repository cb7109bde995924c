import { createHash } from 'node:crypto';
import type { Role } from '@jeongsan/nest-kit';

export type KeyHolder = Readonly<{ id: string; key: string; roles: readonly Role[]; revokedAt?: string }>;

/** The setting API_KEYS of a service in a test: ids, roles and hashes of its callers' keys. */
export const apiKeysOf = (holders: readonly KeyHolder[]): string =>
  JSON.stringify(
    holders.map(({ key, ...holder }) => ({ ...holder, sha256: createHash('sha256').update(key).digest('hex') })),
  );
