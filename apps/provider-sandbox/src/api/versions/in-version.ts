import { type ApiVersion, isBefore } from '@jeongsan/provider-contract';
import { changes, type Destination, type JsonObject } from './changes.js';
import { mapObjects } from './map-objects.js';

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
  return mapObjects(wire, (object, name) =>
    downgrades.reduce((changed, downgrade) => downgrade(changed, name), named(object, version)),
  );
}

/** Sets the version in objects that name one: payments and the v2 envelope. */
const named = (object: JsonObject, version: ApiVersion): JsonObject =>
  typeof object['version'] === 'string' && ('paymentKey' in object || 'entityType' in object)
    ? { ...object, version }
    : object;
