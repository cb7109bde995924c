import { Refusal } from '@jeongsan/http-contract';

// prettier-ignore
/** Every "no" of the platform: the code is stable, the status is how a client should react. */
export const refusals = {
  ORDER_NOT_FOUND:            404,
  ORDER_CONFLICT:             409, // the same order id came before with other content
  ORDER_SUM_MISMATCH:         422, // the lines do not add up to the total
  ORDER_NOT_PAID:             409, // what is not paid was not delivered or confirmed either
  ORDER_LINE_UNKNOWN:         422,
  START_EVENT_IN_FUTURE:      422,
  START_EVENT_BEFORE_PAYMENT: 422,
  START_EVENT_CONFLICT:       409, // the line was delivered or confirmed at another time
  CALENDAR_YEAR_UNKNOWN:      422, // a day of a year whose public holidays are not known
  CALENDAR_DATE_PAST:         422, // a holiday is corrected before its day, not after
  CALENDAR_RANGE_INVALID:     422, // the days or dates asked for are none, or too many
  LINE_AMOUNT_INVALID:        422, // a discount or a tax-free part that does not fit its line
  SELLER_NOT_FOUND:           404,
  SELLER_CONFLICT:            409,
  SELLER_UNKNOWN:             422, // an order names a seller that was never onboarded
  SELLER_STATE:               409,
  ACCOUNT_CHANGE_NOT_FOUND:   404,
  ACCOUNT_CHANGE_STATE:       409, // it was decided, replaced by a later one, or never taken by the provider
  ACCOUNT_SECOND_PERSON_REQUIRED: 403, // a person, and another one than who changed the account
  TERMS_MISSING:              422, // the seller has no terms on the order's date
  TERMS_CONFLICT:             409,
  TERMS_INVALID:              422, // a rate, a formula or fee codes that cannot be; `problem` says which
  TERMS_OUT_OF_ORDER:         422, // would begin before terms that orders are under already
  TERMS_CHANGE_NOT_FOUND:     404,
  TERMS_CHANGE_STATE:         409,
  TERMS_CHANGE_STALE:         409, // orders, cancels or days since: what would be posted is not what was shown
  TERMS_CHANGE_SECOND_PERSON_REQUIRED: 403, // a person, and another one than who proposed it
  TERMS_CHANGE_TOO_OLD:       422, // more than a year back
  CHARGE_RATE_OUT_OF_BOUNDS:  422,
  CHARGE_FORMULA_INVALID:     422, // does not parse, or names an unknown input
  CHARGE_FORMULA_NEGATIVE:    422,
  COMMISSION_RULE_NOT_FOUND:  404,
  COMMISSION_RULE_CONFLICT:   409, // the same id came before with other content
  COMMISSION_RULE_DATES:      422, // would end before it begins, or later than it was to
  COMMISSION_RULE_PAST:       422, // would begin, or end, on a day that is over
  COMMISSION_RULE_OVERLAP:    409, // another rule of the same dimensions holds on some of its days
  PAYMENT_NOT_FOUND:          404,
  PAYMENT_CONFLICT:           409, // the order is paid, or being paid, with another payment
  PAYMENT_AMOUNT_MISMATCH:    422, // not what the order costs
  PAYMENT_REFUSED:            402, // the provider said no; its code is in providerCode
  PAYMENT_OUTCOME_UNKNOWN:    503, // ask again with the same request: the outcome is being looked up
  CANCEL_EXCEEDS_BALANCE:     422,
  CANCEL_LINES_INVALID:       422,
  CANCEL_REFUSED:             409,
  RUN_NOT_FOUND:              404,
  RUN_STATE:                  409,
  RUN_CONTENT_CHANGED:        409, // what is approved is not what was shown
  RUN_SECOND_PERSON_REQUIRED: 403, // a person, and another one than who had a say in it before
  RUN_LIMIT_EXCEEDED:         403, // the run is above what this approver may approve
  RUN_REAUTHENTICATION_REQUIRED: 403, // sign in again, as a person: the run is large
  RUN_DATE_TAKEN:             409, // the date has its run
  RUN_OVERLAPS:               409, // a later date has its run already
  RUN_DATE_IN_FUTURE:         422,
  PERSON_REQUIRED:            403, // no key decides this
  APPROVAL_LIMIT_EXCEEDED:    403, // more than this person may decide about
  REAUTHENTICATION_REQUIRED:  403, // sign in again, as a person: what is decided is large, or has no sum
  DISPATCH_REAUTHENTICATION_REQUIRED: 403, // sign in again, as a person: what waits to be sent is large
  DISPATCH_FINDINGS_CHANGED:  409, // what is acknowledged is not what was shown
  PAYOUT_NOT_FOUND:           404,
  PAYOUT_NOT_PARKED:          409, // nothing about it waits for people
  PARKED_PROVIDER_PAYOUT:     422, // the payout named is not there, or is not this one
  PARKED_PAYOUT_LISTED:       409, // the provider lists it by now: it goes where the provider says
  PARKED_DECISION_NOT_FOUND:  404,
  PARKED_DECISION_OPEN:       409, // another one waits for its second person
  PARKED_DECISION_STATE:      409, // decided before
  PARKED_SECOND_PERSON_REQUIRED: 403,
  PARKED_PROVIDER_AWAY:       503, // nothing is decided without a look at the provider's book
  CURSOR_INVALID:             422, // not a cursor that an earlier page gave
  HOLD_NOT_FOUND:             404,
  STATEMENT_NOT_FOUND:        404,
  STATEMENT_TOO_LONG:         422, // more lines than a document of that format can hold
  TAX_INVOICE_NOT_FOUND:      404,
  TAX_INVOICE_STATE:          409,
  TAX_INVOICE_MONTH_OPEN:     409, // the month is not over in Asia/Seoul
  TAX_INVOICE_REFERENCE_USED: 409, // another invoice has that number
  HOLD_SCOPE_INVALID:         422, // a scope without what it names, or with what another one names
  HOLD_ORDER_UNKNOWN:         422, // no such order, or none of its lines is this seller's
  HOLD_DATE_INVALID:          422, // the day on which it would end is not in the future
  HOLD_CONFLICT:              409, // the same hold is open with another end
  RESERVE_NOT_FOUND:          404,
  RESERVE_RELEASED:           409, // nothing is left of it
  RESERVE_AMOUNT_EXCEEDED:    422, // more than is left of it
  RESERVE_NO_SURPLUS:         409, // the terms still ask for all that is kept back
  DEBT_EXCEEDED:              422, // more than the seller owes at this moment
  WRITE_OFF_NOT_FOUND:        404,
  WRITE_OFF_STATE:            409, // decided before
  WRITE_OFF_SECOND_PERSON_REQUIRED: 403,
  OVERRIDE_DATE_INVALID:      422, // the day is over
  OVERRIDE_TOO_LATE:          409, // the statement of that day is closed
  FORECAST_WINDOW_INVALID:    422,
  RUN_DATE_PAST:              422, // a date that is over cannot be tried out
  RECONCILIATION_NOT_FOUND:   404,
  WEBHOOK_SIGNATURE_INVALID:  401,
  WEBHOOK_MALFORMED:          400,
  WEBHOOK_SOURCE_REFUSED:     403, // not an address that the provider sends from
  WEBHOOK_RATE_LIMITED:       429, // more unsigned ones than may come from one address, or about one payment
  WEBHOOK_ENDPOINT_NOT_FOUND: 404,
  WEBHOOK_URL_REFUSED:        422,
} as const satisfies Record<string, number>;

export type RefusalCode = keyof typeof refusals;

/** The caller's fault, told in a sentence: subject, fact, consequence. Nothing was changed. */
export function refuse(code: RefusalCode, detail: string, extensions: Readonly<Record<string, unknown>> = {}): Refusal {
  return new Refusal(refusals[code], code, detail, extensions);
}

/** Identity function: a list of codes that exist. */
export const may = <const C extends readonly RefusalCode[]>(...list: C) =>
  ['INVALID_REQUEST', 'UNAUTHENTICATED', 'FORBIDDEN', 'IDEMPOTENCY_KEY_REUSED', ...list] as const;
