import { compiled, type Endpoint, type Input } from '@jeongsan/http-contract';
import { type ProviderErrorCode, providerContract } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { refusedNulls, withoutEmptyValues, withoutMembers } from './absent-values.js';
import { Refused } from './refused.js';

export type RawInput = Readonly<{ params: unknown; query: unknown; body: unknown }>;

/** Operations whose nulls are values: null deletes a part of a seller, and a required part cannot be deleted. */
const takesNulls: ReadonlySet<Endpoint> = new Set<Endpoint>([providerContract.updateSeller]);

// ASSUMED: null for an optional field of a request is as if the field were absent, where the documents give null no
// meaning.
/**
 * A decoder for the parts of an endpoint's requests. Its schema is built once per endpoint, because building is slow.
 * Empty values of the query and nulls of optional fields are as if absent.
 */
export function decoderOf<E extends Endpoint>(e: E): (raw: RawInput) => Input<E> {
  const schema = z.object({
    ...(e.params && { params: e.params }),
    ...(e.query && { query: e.query }),
    ...(e.body && { body: e.body }),
  });
  const read = (raw: RawInput): Input<E> => {
    const parsed = compiled(schema).safeParse(raw);
    if (parsed.success) return parsed.data as Input<E>;
    const { issues } = parsed.error;
    const nulls = takesNulls.has(e) ? [] : refusedNulls(raw, issues);
    // Each repetition has fewer nulls than the one before, so there is a last one.
    if (nulls.length > 0)
      return read({
        ...raw,
        body: withoutMembers(
          raw.body,
          nulls.map((path) => path.slice(1)),
        ),
      });
    const path = pathOf(issues[0]);
    throw new Refused(codeOf(e, path, raw), { about: aboutOf(path, raw) });
  };
  return (raw) => read({ ...raw, query: withoutEmptyValues(raw.query) });
}

/**
 * The path of the field that did not fit. For a union, the alternative with the deepest error counts as the intended
 * one.
 */
function pathOf(issue: z.core.$ZodIssue | undefined): PropertyKey[] {
  if (issue === undefined) return [];
  if (issue.code !== 'invalid_union') return issue.path;
  const inner = issue.errors.map((issues) => pathOf(issues[0]));
  const deepest = inner.reduce((a, b) => (b.length > a.length ? b : a), []);
  return [...issue.path, ...deepest];
}

/** Fields whose errors have an error code of their own, used if the operation lists that code. */
const fieldCodes: Readonly<Record<string, ProviderErrorCode>> = {
  'query.startDate': 'INVALID_DATE',
  'query.endDate': 'INVALID_DATE',
  'query.customerKey': 'INVALID_CUSTOMER_KEY',
  'params.customerKey': 'INVALID_CUSTOMER_KEY',
  'body.customerKey': 'INVALID_CUSTOMER_KEY',
  'body.orderId': 'INVALID_ORDER_ID',
  'body.orderName': 'INVALID_ORDER_NAME',
  'body.customerEmail': 'INVALID_EMAIL',
  'body.successUrl': 'INCORRECT_SUCCESS_URL_FORMAT',
  'body.failUrl': 'INCORRECT_FAIL_URL_FORMAT',
  'body.currency': 'INVALID_CURRENCY',
  'body.cardNumber': 'INVALID_CARD_NUMBER',
  'body.cardExpirationYear': 'INVALID_CARD_EXPIRATION',
  'body.cardExpirationMonth': 'INVALID_CARD_EXPIRATION',
  'body.cardPassword': 'INVALID_CARD_PASSWORD',
  'body.customerIdentityNumber': 'INVALID_BIRTH_DAY_FORMAT',
  'body.cardInstallmentPlan': 'INVALID_CARD_INSTALLMENT_PLAN',
  'body.refundReceiveAccount.accountNumber': 'INVALID_REFUND_ACCOUNT_NUMBER',
};
/** Body fields whose absence has an error code of its own; other missing fields are INVALID_REQUEST. */
const missingCodes: Readonly<Record<string, ProviderErrorCode>> = {
  'body.amount': 'REQUIRED_AMOUNT',
  'body.successUrl': 'INVALID_SUCCESS_URL',
};

function codeOf(e: Endpoint, path: readonly PropertyKey[], raw: RawInput): ProviderErrorCode {
  const name = path.slice(0, 2).map(String).join('.');
  const value = (raw as Record<string, Record<string, unknown> | null | undefined>)[String(path[0])]?.[String(path[1])];
  const isAbsent = path[0] === 'query' && value === undefined;
  if (isAbsent && e.errors.includes('INVALID_REQUIRED_PARAM')) return 'INVALID_REQUIRED_PARAM';
  const isMissing = path[0] === 'body' && (value === undefined || value === null);
  const isNegative = name === 'body.amount' && Number(value) < 0;
  const code = isMissing
    ? missingCodes[name]
    : isNegative
      ? 'BELOW_ZERO_AMOUNT'
      : (fieldCodes[path.map(String).join('.')] ?? fieldCodes[name]);
  return code !== undefined && e.errors.includes(code) ? code : 'INVALID_REQUEST';
}

/** The texts that name the refused field, and the payout if the body is a list of payouts. */
function aboutOf(path: readonly PropertyKey[], raw: RawInput): string[] {
  const field = path.slice(1).map(String).join('.');
  const item: unknown = Array.isArray(raw.body) && typeof path[1] === 'number' ? raw.body[path[1]] : raw.body;
  const ref = (item as { refPayoutId?: unknown } | null | undefined)?.refPayoutId;
  return [...(field ? [field] : []), ...(typeof ref === 'string' ? [`refPayoutId: ${ref.slice(0, 50)}`] : [])];
}
