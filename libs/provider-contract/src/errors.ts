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
/** Every error code of the provider. Codes are grouped by area, one file each. */
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

/** Errors that any operation may answer before it has any effect. */
export const commonErrors = [
  'UNAUTHORIZED_KEY',
  'INCORRECT_BASIC_AUTH_FORMAT',
  'INVALID_API_KEY',
  'NOT_FOUND_HTTP_METHOD',
  'INVALID_REQUEST',
  'INVALID_IDEMPOTENCY_KEY',
] as const satisfies readonly ProviderErrorCode[];

/**
 * Errors with status 4xx that leave the outcome unknown: retry later, and assume nothing until then. PROVIDER_ERROR: a failure
 * behind the provider. FORBIDDEN_CONSECUTIVE_REQUEST: another request about the same object was too recent.
 * IDEMPOTENT_REQUEST_PROCESSING: the first request with this key is still running.
 */
export const temporaryErrors = [
  'PROVIDER_ERROR',
  'FORBIDDEN_CONSECUTIVE_REQUEST',
  'IDEMPOTENT_REQUEST_PROCESSING',
] as const satisfies readonly ProviderErrorCode[];

/** The error codes of an operation: these, and the common ones. The compiler checks that each code exists. */
export const codes = <const C extends readonly ProviderErrorCode[]>(...list: C) => [...commonErrors, ...list] as const;
