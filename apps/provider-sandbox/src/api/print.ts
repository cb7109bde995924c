import type { ApiVersion } from '@jeongsan/provider-contract';
import type { AnswerVariant } from '@jeongsan/sandbox-control';

// Between these quotes is a member's name: inside a JSON string its closing quote would be escaped.
const AMOUNT_VALUE = /"value":(-?\d+)(?=[,}])/g;

/** The v2 interface prints amounts with a decimal: 5000.0. */
export const printV2 = (wire: unknown): string => JSON.stringify(wire).replace(AMOUNT_VALUE, '"value":$1.0');

/** A success without a body prints as nothing. */
export const printV1 = (wire: unknown): string => (wire === undefined ? '' : JSON.stringify(wire));

/**
 * Prints an error in the format of the interface that the path belongs to. Errors of v2 have the empty entity of real traffic,
 * unless a variant of answers says otherwise.
 */
export function printError(
  path: string,
  fault: { code: string; message: string },
  version: ApiVersion,
  traceId: string,
  variants: readonly AnswerVariant[] = [],
): string {
  if (!path.startsWith('/v2') || variants.includes('v2-errors-flat')) return JSON.stringify(fault);
  if (variants.includes('v2-errors-short')) return JSON.stringify({ version, traceId, error: fault });
  return JSON.stringify({ version, traceId, error: fault, entityType: null, entityBody: null });
}
