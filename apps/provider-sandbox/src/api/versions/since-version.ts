import { type ApiVersion, isBefore } from '@jeongsan/provider-contract';
import { Refused } from '../refused.js';

/** Operations that a version added, by method and path; keys of an older version cannot use them. */
const sinceVersion: Readonly<Record<string, ApiVersion>> = {
  'GET /v1/cash-receipts': '2022-07-27',
};

/** Throws Refused when the operation needs a newer version than the caller's key has. */
export function assertVersionHas(operation: { method: string; path: string }, version: ApiVersion): void {
  const since = sinceVersion[`${operation.method} ${operation.path}`];
  if (since && isBefore(version, since)) throw new Refused('API_VERSION_UPDATE_NEEDED', { about: [since] });
}
