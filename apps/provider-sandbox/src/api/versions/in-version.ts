import { type ApiVersion, isBefore } from '@jeongsan/provider-contract';
import { changes, type Destination, type JsonObject } from './changes.js';

/**
 * Converts an answer from the usual API version into `version`, newest change first. `said` is the version that the
 * answer names.
 */
export function inVersion(
  wire: unknown,
  version: ApiVersion,
  said: ApiVersion | undefined,
  destination: Destination,
): unknown {
  const due = changes.filter(({ since, isAbout }) => isBefore(version, since) && isAbout(destination));
  if (due.length === 0 && version === said) return wire;
  const downgrades = due.map(({ downgrade }) => downgrade);
  return mapped(wire, '', (object, name) =>
    downgrades.reduce((changed, downgrade) => downgrade(changed, name), named(object, version)),
  );
}

/** Sets the version in objects that name one: payments and the v2 envelope. */
const named = (object: JsonObject, version: ApiVersion): JsonObject =>
  typeof object['version'] === 'string' && ('paymentKey' in object || 'entityType' in object)
    ? { ...object, version }
    : object;

/**
 * Applies `change` to every object of a JSON value, innermost objects first; `name` is the member whose value the
 * object is.
 */
function mapped(value: unknown, name: string, change: (object: JsonObject, name: string) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, name, change));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, inner]) => [key, mapped(inner, key, change)] as const);
  return change(Object.fromEntries(members), name);
}
