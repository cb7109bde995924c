import type { Endpoint, Input } from '@jeongsan/http-contract';
import type { ProviderErrorCode } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { Refused } from './refused.js';

export type RawInput = Readonly<{ params: unknown; query: unknown; body: unknown }>;

/** Reads the parts of a request as the endpoint describes them. The schema is built once per endpoint: building one is slow. */
export function decoderOf<E extends Endpoint>(e: E): (raw: RawInput) => Input<E> {
  const schema = z.object({
    ...(e.params && { params: e.params }),
    ...(e.query && { query: e.query }),
    ...(e.body && { body: e.body }),
  });
  return (raw) => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return parsed.data as Input<E>;
    const path = pathOf(parsed.error.issues[0]);
    throw new Refused(codeOf(e, path), { about: aboutOf(path, raw) });
  };
}

/** The field that did not fit. Of alternatives, the one whose problem lies deepest was meant. */
function pathOf(issue: z.core.$ZodIssue | undefined): PropertyKey[] {
  if (issue === undefined) return [];
  if (issue.code !== 'invalid_union') return issue.path;
  const inner = issue.errors.map((issues) => pathOf(issues[0]));
  const deepest = inner.reduce((a, b) => (b.length > a.length ? b : a), []);
  return [...issue.path, ...deepest];
}

function codeOf(e: Endpoint, path: readonly PropertyKey[]): ProviderErrorCode {
  const isDate = path[0] === 'query' && (path[1] === 'startDate' || path[1] === 'endDate');
  return isDate && e.errors.includes('INVALID_DATE') ? 'INVALID_DATE' : 'INVALID_REQUEST';
}

/** Names the field, and the payout when the body is a list of them. */
function aboutOf(path: readonly PropertyKey[], raw: RawInput): string[] {
  const field = path.slice(1).map(String).join('.');
  const item: unknown = Array.isArray(raw.body) && typeof path[1] === 'number' ? raw.body[path[1]] : raw.body;
  const ref = (item as { refPayoutId?: unknown } | null | undefined)?.refPayoutId;
  return [...(field ? [field] : []), ...(typeof ref === 'string' ? [`refPayoutId: ${ref.slice(0, 50)}`] : [])];
}
