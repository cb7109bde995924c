import type { Contract, Endpoint } from '@jeongsan/http-contract';

/** What an answer is: a `list` is read as JSON or as CSV. */
export type AnswerKind = 'json' | 'list' | 'file' | 'lines' | 'events';

/** Method, path, scope (empty: none), kind of answer, and the codes that mean that nothing happened, separated by spaces. */
export type OperationRow = readonly [
  method: Endpoint['method'],
  path: string,
  scope: string,
  answer: AnswerKind,
  errors: string,
];
export type OperationTable<C extends Contract> = Readonly<Record<keyof C, OperationRow>>;

/** Codes that mean for every operation that nothing happened; the last ones are answers of the front door itself. */
export const commonErrors: readonly string[] = [
  ...['INVALID_REQUEST', 'UNAUTHENTICATED', 'FORBIDDEN', 'IDEMPOTENCY_KEY_REUSED'],
  ...['NOT_FOUND_ROUTE', 'METHOD_NOT_ALLOWED', 'MALFORMED_JSON', 'SESSION_ENDED', 'CROSS_SITE'],
];
