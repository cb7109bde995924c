import { Refusal } from '@jeongsan/http-contract';
import type { ZodError } from 'zod';

/** The detail of a refusal of what `isUnstorable` finds. */
export const UNSTORABLE = 'The request holds U+0000, or is nested too deeply';
const DEPTH_MAX = 64;

/** Postgres cannot store U+0000: refuse it here as the caller's error (400), before a query fails as ours (500). */
export function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return false;
  if (depth === DEPTH_MAX) return true;
  return Object.entries(value).some(([key, held]) => isUnstorable(key) || isUnstorable(held, depth + 1));
}

const UNKNOWN_FIELD = 'Unknown field';
const NAME_CHARACTERS_MAX = 60;
const FIELDS_MAX = 100;

/** A request, or a line of one, that does not fit the contract, with the list of all invalid fields. */
export function invalidRequest(error: ZodError): Refusal {
  // Zod messages name the expected value, never the sent one: the request may contain an account number.
  const fields = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key.slice(0, NAME_CHARACTERS_MAX)].join('.'),
          message: UNKNOWN_FIELD,
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
  return new Refusal(400, 'INVALID_REQUEST', 'The request does not fit the contract', {
    fields: fields.slice(0, FIELDS_MAX),
  });
}
