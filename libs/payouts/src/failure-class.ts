import type { PayoutStatus, createPayouts } from '@jeongsan/provider-contract';
import type { PayoutEvent } from '@jeongsan/state-machines';

/** Who can make a failed payout succeed: time, the seller, or nobody. */
export type FailureClass = 'retry' | 'seller_must_act' | 'terminal';

/** What each provider status tells us about our payout. */
export const payoutEventOf = {
  REQUESTED: 'accept',
  IN_PROGRESS: 'accept',
  COMPLETED: 'settle',
  FAILED: 'fail',
  REJECTED: 'fail', // Its webhook says FAILED; only a read tells the difference.
  CANCELED: 'fail',
  DELETED: 'fail', // Never announced by webhook: this is why we also poll.
} satisfies Record<PayoutStatus, PayoutEvent>;

/**
 * What a rejected request says: `item`: about one payout, the others are innocent; `balance` and `date`: about the moment, all may
 * be asked again later; `setup`: about our keys or our bytes, a person must look; `duplicate`: no rejection at all.
 */
export type RejectionScope = 'item' | 'balance' | 'date' | 'setup' | 'duplicate';

type RejectionCode = (typeof createPayouts)['errors'][number];

export const rejectionScope = {
  DUPLICATED_REF_PAYOUT_ID: 'duplicate', // An earlier try may have got through: only a listing tells.
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
  UNAUTHORIZED_KEY: 'setup',
  INCORRECT_BASIC_AUTH_FORMAT: 'setup',
  INVALID_API_KEY: 'setup',
  NOT_FOUND_HTTP_METHOD: 'setup',
  INVALID_IDEMPOTENCY_KEY: 'setup',
} satisfies Record<RejectionCode, RejectionScope>;

/** Codes of a refused or failed payout that only the seller can mend. Anything else is tried again at the next settlement. */
const sellerMustAct: ReadonlySet<string> = new Set([
  'FORBIDDEN_SELLER_PAYOUT',
  'ACCOUNT_TRANSFER_REJECTED',
  'INVALID_ACCOUNT_NUMBER',
]);
const terminal: ReadonlySet<string> = new Set(['NOT_FOUND_SELLER']);

export function failureClassOf(code: string): FailureClass {
  if (sellerMustAct.has(code)) return 'seller_must_act';
  return terminal.has(code) ? 'terminal' : 'retry';
}
