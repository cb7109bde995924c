import type { z } from 'zod';

/** The query without its empty values: `startingAfter=` is as if absent (the provider's reading of empty parameters). */
export function withoutEmptyValues(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  const entries = Object.entries(query);
  return entries.some(([, value]) => value === '')
    ? Object.fromEntries(entries.filter(([, value]) => value !== ''))
    : query;
}

type Path = readonly PropertyKey[];

/** Members whose own members are the caller's data: a null among them is a value of a wrong type, not an absent field. */
const freeMembers: readonly PropertyKey[] = ['metadata', 'queryParams'];

/**
 * The paths of the body's fields that were refused because they are null. An item of a list is not a field: a null there
 * stays refused.
 */
export function refusedNulls(raw: unknown, issues: readonly z.core.$ZodIssue[]): Path[] {
  return pathsOf(issues).filter(
    (path) =>
      path[0] === 'body' &&
      path.length > 1 &&
      typeof path.at(-1) === 'string' &&
      !freeMembers.includes(path.at(-2) ?? '') &&
      valueAt(raw, path) === null,
  );
}

/** Every path that an issue names, those inside the alternatives of a union included. */
const pathsOf = (issues: readonly z.core.$ZodIssue[]): Path[] =>
  issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? [issue.path, ...issue.errors.flatMap((inner) => pathsOf(inner).map((path) => [...issue.path, ...path]))]
      : [issue.path],
  );

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (isContainer(inner) ? inner[key] : undefined), value);

const isContainer = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** A copy of a JSON value without the members at the paths. */
export function withoutMembers(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0) return value;
  const pathsIn = (key: PropertyKey) => paths.filter(([first]) => first === key).map((path) => path.slice(1));
  if (Array.isArray(value)) return value.map((item: unknown, index) => withoutMembers(item, pathsIn(index)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
      const inside = pathsIn(key);
      return inside.some((path) => path.length === 0) ? [] : [[key, withoutMembers(inner, inside)] as const];
    }),
  );
}
