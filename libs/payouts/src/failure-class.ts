import type { PayoutFailureClass } from '@jeongsan/messaging';
import type { createPayouts, payoutFailureCodes, PayoutStatus } from '@jeongsan/provider-contract';
import type { PayoutEvent } from '@jeongsan/state-machines';

export type FailureClass = PayoutFailureClass;

/** The event that each provider status means for our payout. */
export const payoutEventOf = {
  REQUESTED: 'accept',
  IN_PROGRESS: 'accept',
  COMPLETED: 'settle',
  FAILED: 'fail',
  REJECTED: 'fail', // The webhook of a rejected payout says FAILED; only a read shows REJECTED.
  CANCELED: 'fail',
  DELETED: 'fail', // Has no webhook: payouts are also polled for this status.
} as const satisfies Record<PayoutStatus, PayoutEvent>;

/**
 * The event of a status as the provider shows it. A status that the documents do not name says only that the provider has the
 * payout: neither paid nor failed, and asked for again later.
 */
export const eventOfStatus = (status: string): PayoutEvent =>
  Object.hasOwn(payoutEventOf, status) ? payoutEventOf[status as PayoutStatus] : 'accept';

/** Whether a payout with this provider status took money from our balance, or still may: every status that is no failure. */
export const takesMoney = (status: string): boolean => eventOfStatus(status) !== 'fail';

/**
 * What a rejected request means. `item`: one payout was refused, the others may be sent again. `balance`: send all again later.
 * `date`: send all again for another day. `setup`: our keys or our request are wrong, a person must look. `duplicate`: not a
 * rejection, an earlier attempt may have succeeded.
 */
export type RejectionScope = 'item' | 'balance' | 'date' | 'setup' | 'duplicate';

type RejectionCode = (typeof createPayouts)['errors'][number];

export const rejectionScope = {
  DUPLICATED_REF_PAYOUT_ID: 'duplicate', // An earlier attempt may have succeeded: only the listing shows.
  FORBIDDEN_SELLER_PAYOUT: 'item',
  NOT_FOUND_SELLER: 'item',
  EXCEED_MAX_PAYOUT_AMOUNT: 'item',
  INVALID_REQUEST: 'item',
  NOT_ENOUGH_AMOUNT: 'balance',
  NOT_ALLOWED_HOLIDAY: 'date',
  INVALID_PAYABLE_DATE: 'date',
  NOT_AVAILABLE_EXPRESS_TIME: 'date',
  EXCEED_MAX_PAYOUT_COUNT: 'setup',
  INVALID_ENCRYPTION: 'setup',
  FORBIDDEN_REQUEST: 'setup', // No contract for payouts: nothing was moved, and nothing will be until people have made one.
  UNAUTHORIZED_KEY: 'setup',
  INCORRECT_BASIC_AUTH_FORMAT: 'setup',
  INVALID_API_KEY: 'setup',
  NOT_FOUND_HTTP_METHOD: 'setup',
  INVALID_IDEMPOTENCY_KEY: 'setup',
} as const satisfies Record<RejectionCode, RejectionScope>;

/** The keys of T whose value is V. */
type KeysWith<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T];
/**
 * Every code that can be recorded as the cause of a payout's end: a rejection of one item, a later failure, or a status without
 * an error code.
 */
type FailureCode =
  | KeysWith<typeof rejectionScope, 'item'>
  | (typeof payoutFailureCodes)[number]
  | KeysWith<typeof payoutEventOf, 'fail'>;

// prettier-ignore
export const failureClasses = {
  FORBIDDEN_SELLER_PAYOUT:    'seller_must_act', // KYC, or an identity check
  NOT_FOUND_SELLER:           'terminal',        // deleted at the provider
  EXCEED_MAX_PAYOUT_AMOUNT:   'terminal',        // our contract has another limit than the documents
  INVALID_REQUEST:            'terminal',        // the payout's data would be as invalid tomorrow
  ACCOUNT_TRANSFER_REJECTED:  'seller_must_act',
  ACCOUNT_OWNER_CHECK_FAILED: 'seller_must_act',
  INVALID_ACCOUNT_NUMBER:     'seller_must_act',
  NOT_MATCH_PAYEE_NAME:       'seller_must_act',
  FAILED:                     'retry',           // bank maintenance, daily limits
  CANCELED:                   'retry',           // canceled at the provider: the money is still owed
  DELETED:                    'retry',
  REJECTED:                   'terminal',        // the provider refused the payout after a review
} as const satisfies Record<FailureCode, FailureClass>;

/**
 * The class of a failure code. Unlisted codes are `retry`: an unknown code is more often a temporary fault of a bank than a
 * fault of the seller's account.
 */
export const failureClassOf = (code: string): FailureClass =>
  Object.hasOwn(failureClasses, code) ? failureClasses[code as FailureCode] : 'retry';
