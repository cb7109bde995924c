import type { Input, Output, Page } from '@jeongsan/http-contract';
import { type ApiKey, type Caller, isPerson, isValidKey, keyActor, keySeenAt, mayDo, scopes } from '@jeongsan/nest-kit';
import { type CallerView, type listKeys as endpoint, refuse } from '@jeongsan/platform-contract';

type KeyView = Output<typeof endpoint>['items'][number];

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

/** Configured keys by name. The cursor is the number of keys before the next page. */
export function listKeys(
  keys: readonly ApiKey[],
  { role, scope, valid, after = 0, limit = PAGE_DEFAULT }: Input<typeof endpoint>['query'],
  now: Date,
): Page<KeyView> {
  const size = Math.min(Math.max(limit, 1), PAGE_MAX);
  const found = keys
    .map((key) => viewOf(key, now))
    .filter((key) => role === undefined || key.roles.includes(role))
    .filter((key) => scope === undefined || key.scopes.includes(scope))
    .filter((key) => valid === undefined || String(key.isValid) === valid)
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const end = after + size;
  return { items: found.slice(after, end), nextCursor: end < found.length ? String(end) : null };
}

/** One key; of several with the name, a valid one. Throws KEY_NOT_FOUND. */
export function readKey(keys: readonly ApiKey[], id: string, now: Date): KeyView {
  const named = keys.filter((key) => key.id === id).map((key) => viewOf(key, now));
  const key = named.find(({ isValid }) => isValid) ?? named[0];
  if (!key) throw refuse('KEY_NOT_FOUND', `This service has no key ${id}`);
  return key;
}

/** The dates of the caller's key; null: the caller is a person. */
export function keyDates(keys: readonly ApiKey[], { actor }: Caller, now: Date): CallerView['key'] {
  if (isPerson(actor)) return null;
  const key = keys.find((one) => keyActor(one.id) === actor && isValidKey(one, now));
  return { madeAt: key?.madeAt ?? null, expiresAt: key?.expiresAt ?? null };
}

const viewOf = (key: ApiKey, now: Date): KeyView => ({
  id: key.id,
  actor: keyActor(key.id),
  roles: [...key.roles],
  scopes: scopes.filter((scope) => mayDo(key.roles, scope)),
  madeAt: key.madeAt ?? null,
  expiresAt: key.expiresAt ?? null,
  revokedAt: key.revokedAt ?? null,
  isValid: isValidKey(key, now),
  lastSeenAt: keySeenAt(key) ?? null,
});
