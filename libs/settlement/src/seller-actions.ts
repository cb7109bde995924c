import { type ReasonCode, reasonOf } from './reasons.js';

/** What a seller does about money that does not come. NOTHING: it comes by itself. */
export const sellerActions = [
  'NOTHING',
  'CHECK_ACCOUNT',
  'PROVE_IDENTITY',
  'PASS_KYC',
  'FINISH_REGISTRATION',
  'TAX_INVOICE',
  'ASK_SUPPORT',
] as const;
export type SellerAction = (typeof sellerActions)[number];

// prettier-ignore
const actions = {
  SELLER_UNKNOWN:          'FINISH_REGISTRATION',
  ACCOUNT_NOT_VERIFIED:    'CHECK_ACCOUNT',
  REGISTRATION_PENDING:    'NOTHING',
  REGISTRATION_REFUSED:    'ASK_SUPPORT',
  IDENTITY_CHECK_REQUIRED: 'PROVE_IDENTITY',
  KYC_REQUIRED:            'PASS_KYC',
  SELLER_CLOSED:           'ASK_SUPPORT',
  BELOW_MINIMUM:           'NOTHING',
  WEEKLY_LIMIT:            'PASS_KYC',
  HELD_AMOUNT:             'ASK_SUPPORT',
  HELD_ORDER:              'ASK_SUPPORT',
  FUTURE_DEBITS:           'NOTHING',
  TAX_INVOICE_MISSING:     'TAX_INVOICE',
  // The seller who did not ask for the change must say so at once: that is why the new account waits.
  ACCOUNT_CHANGED:         'CHECK_ACCOUNT',
  NOT_PAYABLE:             'NOTHING',
  RUN_REJECTED:            'NOTHING',
  ACCOUNT_REJECTED:        'CHECK_ACCOUNT',
  PAYOUT_REFUSED:          'ASK_SUPPORT',
  PROVIDER_DIFFERS:        'NOTHING',
  SELLER_HOLD:             'ASK_SUPPORT',
  WAITS_FOR_PAYMENT:       'NOTHING',
  WAITS_FOR_DELIVERY:      'NOTHING',
  WAITS_FOR_CONFIRMATION:  'NOTHING',
  NOT_MATURED:             'NOTHING',
  NOT_SETTLED_BY_PROVIDER: 'NOTHING',
  SETTLEMENT_DISPUTED:     'NOTHING',
  WAITS_FOR_MATURING:      'NOTHING',
  WAITS_FOR_STATEMENT:     'NOTHING',
  IN_RESERVE:              'NOTHING',
  CARRIED:                 'NOTHING',
  WAITS_FOR_APPROVAL:      'NOTHING',
  WAITS_FOR_DISPATCH:      'NOTHING',
  BEING_SENT:              'NOTHING',
  AT_THE_BANK:             'NOTHING',
  SCHEDULED_AT_THE_BANK:   'NOTHING',
  OUTCOME_UNKNOWN:         'NOTHING',
  OUTCOME_PARKED:          'NOTHING',
  NEVER_MADE:              'NOTHING',
  PAID:                    'NOTHING',
  FAILED_RETRY:            'NOTHING',
  FAILED_SELLER_MUST_ACT:  'CHECK_ACCOUNT',
  FAILED_TERMINAL:         'ASK_SUPPORT',
  FAILED_REISSUED:         'NOTHING',
  WAITS_FOR_FUNDS:         'NOTHING',
  RETURNED_BY_BANK:        'CHECK_ACCOUNT',
  CANCELED:                'NOTHING',
  OWED_BY_SELLER:          'NOTHING',
} as const satisfies Record<ReasonCode, SellerAction>;

/** What the seller does about a stored reason; about a code that an operator chose, the same as about any hold. */
export const sellerActionFor = (stored: string): SellerAction => actions[reasonOf(stored)];
