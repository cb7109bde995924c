import { anyOperationErrors } from './errors/any-operation.errors.js';
import { approvalErrors } from './errors/approval.errors.js';
import { cancelErrors } from './errors/cancel.errors.js';
import { linksErrors } from './errors/links.errors.js';
import { recordsErrors } from './errors/records.errors.js';
import { sellersErrors } from './errors/sellers.errors.js';
import { walletErrors } from './errors/wallet.errors.js';
import type { ProviderFault } from './errors/provider-fault.js';

export type { ProviderFault };

// ASSUMED: document 1 section 7 shows no message; where none is published, Korean or English, it is worded like the published ones.
/** Every error code an operation of the provider can answer with, each in the table of its area. */
export const providerErrors = {
  ...anyOperationErrors,
  ...approvalErrors,
  ...cancelErrors,
  ...recordsErrors,
  ...walletErrors,
  ...sellersErrors,
  ...linksErrors,
} as const satisfies Record<string, ProviderFault>;

export type ProviderErrorCode = keyof typeof providerErrors;

/** Errors that any operation can answer before it did anything. */
export const commonErrors = [
  'UNAUTHORIZED_KEY',
  'INCORRECT_BASIC_AUTH_FORMAT',
  'INVALID_API_KEY',
  'NOT_FOUND_HTTP_METHOD',
  'INVALID_REQUEST',
  'INVALID_IDEMPOTENCY_KEY',
] as const satisfies readonly ProviderErrorCode[];

/**
 * Errors that promise nothing although their status is 4xx: try again later, and until then do not believe that nothing happened.
 * PROVIDER_ERROR is a failure behind the provider; FORBIDDEN_CONSECUTIVE_REQUEST means that another request about the same is too
 * close before this one, IDEMPOTENT_REQUEST_PROCESSING that the first request still runs.
 */
export const temporaryErrors = [
  'PROVIDER_ERROR',
  'FORBIDDEN_CONSECUTIVE_REQUEST',
  'IDEMPOTENT_REQUEST_PROCESSING',
] as const satisfies readonly ProviderErrorCode[];

/** Identity function: a list of codes that exist. */
export const codes = <const C extends readonly ProviderErrorCode[]>(...list: C) => [...commonErrors, ...list] as const;
