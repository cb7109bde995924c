import type { JsonObject } from './changes.js';

/**
 * Applies `change` to every object of a JSON value, innermost objects first; `name` is the member whose value the
 * object is, empty for the whole value.
 */
export function mapObjects(
  value: unknown,
  change: (object: JsonObject, name: string) => JsonObject,
  name = '',
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change, name));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, change, key)] as const);
  return change(Object.fromEntries(members), name);
}

/** The object with the value of each member changed. */
export const mapValues = (object: JsonObject, change: (value: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
