import { Refusal } from '@jeongsan/http-contract';

// prettier-ignore
/** Every refusal of the platform: its code never changes, its HTTP status says how a client should react. */
export const refusals = {
  ORDER_NOT_FOUND:            404,
  ORDER_CONFLICT:             409, // the order id was used before with other content
  ORDER_SUM_MISMATCH:         422, // the lines do not add up to the total
  SPLIT_NOT_FOUND:            404, // no split was named for this product or service
  TOO_MANY_LINES:             413, // nothing of the request was taken
  PAYLOAD_TOO_LARGE:          413,
  ORDER_NOT_PAID:             409, // only a paid order can be delivered or confirmed
  ORDER_LINE_UNKNOWN:         422,
  START_EVENT_IN_FUTURE:      422,
  START_EVENT_BEFORE_PAYMENT: 422,
  START_EVENT_CONFLICT:       409, // the line was delivered or confirmed at another time
  CALENDAR_YEAR_UNKNOWN:      422, // a date in a year whose public holidays are not known
  CALENDAR_DATE_PAST:         422, // a holiday is corrected before its date, not after
  CALENDAR_RANGE_INVALID:     422, // no dates in the range, or too many
  LINE_AMOUNT_INVALID:        422, // a discount or a tax-free part exceeds its line
  LINE_NUMBER_MISSING:        422, // a formula needs a number that the order's line does not carry
  SELLER_NOT_FOUND:           404,
  SELLER_CONFLICT:            409,
  SELLER_UNKNOWN:             422, // an order names a seller that was never onboarded
  SELLER_STATE:               409,
  ACCOUNT_CHANGE_NOT_FOUND:   404,
  ACCOUNT_CHANGE_STATE:       409, // already decided, replaced by a later change, or refused by the provider
  ACCOUNT_SECOND_PERSON_REQUIRED: 403, // needs a person other than the one who changed the account
  TERMS_MISSING:              422, // the seller has no terms on the order's date
  TERMS_CONFLICT:             409,
  TERMS_INVALID:              422, // an impossible rate, formula or fee code; `problem` says which
  TERMS_OUT_OF_ORDER:         422, // would begin before terms that orders already have
  TERMS_CHANGE_NOT_FOUND:     404,
  TERMS_CHANGE_STATE:         409,
  TERMS_CHANGE_STALE:         409, // new orders or cancels, or a new date, changed the posting that was shown
  TERMS_CHANGE_SECOND_PERSON_REQUIRED: 403, // needs a person other than the proposer
  TERMS_CHANGE_TOO_OLD:       422, // begins more than a year ago
  CHARGE_RATE_OUT_OF_BOUNDS:  422,
  CHARGE_FORMULA_INVALID:     422, // does not parse, or names an unknown input
  CHARGE_FORMULA_NEGATIVE:    422,
  COMMISSION_RULE_NOT_FOUND:  404,
  COMMISSION_RULE_CONFLICT:   409, // the rule id was used before with other content
  COMMISSION_RULE_DATES:      422, // would end before its begin, or later than before
  COMMISSION_RULE_PAST:       422, // would begin, or end, on a past date
  COMMISSION_RULE_OVERLAP:    409, // another rule with the same dimensions is in force on one of the dates
  IDEMPOTENCY_KEY_REQUIRED:   400, // a repeat without the key would cancel twice
  RULE_CHANGE_NOT_FOUND:      404,
  RULE_CHANGE_STATE:          409, // already decided
  RULE_CHANGE_STALE:          409, // cancels or other changes moved the amounts that were shown
  RULE_CHANGE_SECOND_PERSON_REQUIRED: 403, // needs a person other than the proposer
  RULE_CHANGE_DATES:          422, // begins or ends more than a year ago
  TERMS_SECOND_PERSON_REQUIRED: 403, // `reasons` says what goes beyond one person: propose the terms instead
  COMMISSION_RULE_SECOND_PERSON_REQUIRED: 403, // reaches more sellers than one person may change: propose the rule instead
  RULE_CHANGE_TOO_WIDE:       422, // concerns more sellers or lines than one change may
  PAYMENT_NOT_FOUND:          404,
  PAYMENT_CONFLICT:           409, // another payment has paid, or is paying, the order
  PAYMENT_AMOUNT_MISMATCH:    422, // not the amount of the order
  PAYMENT_CURRENCY_UNSUPPORTED: 422, // only won can be settled
  PAYMENT_REFUSED:            402, // the provider refused; its code is in providerCode
  PAYMENT_OUTCOME_UNKNOWN:    503, // repeat the same request: the outcome is being looked up
  CANCEL_EXCEEDS_BALANCE:     422,
  CANCEL_LINES_INVALID:       422,
  CANCEL_QUANTITY_EXCEEDS:    422, // more units than are left of the line; `unitsLeft` says how many
  CANCEL_REFUSED:             409,
  USE_PLATFORM_API:           403, // an operation about sellers or payouts, at one of the provider's paths
  PROVIDER_UNAVAILABLE:       503, // the provider does not answer, or does not accept the platform's own key
  CANCEL_NOT_FOUND:           404,
  CANCEL_NOT_DONE:            409, // only a cancel that went through has lines to correct
  RUN_NOT_FOUND:              404,
  RUN_STATE:                  409,
  RUN_CONTENT_CHANGED:        409, // the approved content is not the content of the run
  RUN_SECOND_PERSON_REQUIRED: 403, // needs a person who has not drafted or decided this run before
  RUN_LIMIT_EXCEEDED:         403, // the run exceeds this approver's limit
  RUN_REAUTHENTICATION_REQUIRED: 403, // a large run needs a fresh sign-in
  RUN_DATE_TAKEN:             409, // the date already has a run
  RUN_OVERLAPS:               409, // a later date already has a run
  RUN_DATE_IN_FUTURE:         422,
  MATCHING_RULE_NOT_FOUND:    404,
  MATCHING_RULE_STATE:        409, // already decided
  MATCHING_RULE_TAKEN:        409, // another version begins on the same day
  MATCHING_RULE_CLASS:        422, // the class has no amount to tolerate, or waits for no days
  MATCHING_RULE_SECOND_PERSON_REQUIRED: 403, // needs a person other than the proposer
  BANK_STATEMENT_NOT_FOUND:   404,
  BANK_STATEMENT_UNREADABLE:  422, // not the format, or not UTF-8 or CP949
  BANK_STATEMENT_ROWS:        422, // `problems` names row, field and problem; nothing was taken
  BANK_STATEMENT_PERIOD:      422, // rows outside the period, or no period
  PERSON_REQUIRED:            403, // an API key cannot decide this
  APPROVAL_LIMIT_EXCEEDED:    403, // the amount exceeds this person's limit
  REAUTHENTICATION_REQUIRED:  403, // a large or unbounded amount needs a fresh sign-in
  DISPATCH_REAUTHENTICATION_REQUIRED: 403, // a large waiting amount needs a fresh sign-in
  DISPATCH_FINDINGS_CHANGED:  409, // more findings are open than the caller looked at
  PAYOUT_NOT_FOUND:           404,
  PAYOUT_NOT_PARKED:          409, // the payout does not wait for a decision of people
  PARKED_PROVIDER_PAYOUT:     422, // the provider has no such payout, or it is another one
  PARKED_PAYOUT_LISTED:       409, // the provider lists the payout by now: its listed status applies
  PARKED_DECISION_NOT_FOUND:  404,
  PARKED_DECISION_OPEN:       409, // another decision waits for its second person
  PARKED_DECISION_STATE:      409, // already decided
  PARKED_SECOND_PERSON_REQUIRED: 403,
  PARKED_PROVIDER_AWAY:       503, // the provider's listing is read before a decision, and is not available
  CURSOR_INVALID:             422, // not the nextCursor of an earlier page
  HOLD_NOT_FOUND:             404,
  STATEMENT_NOT_FOUND:        404,
  STATEMENT_MONTH_OPEN:       422, // the month is not over
  STATEMENT_CONTACT_NOT_FOUND: 404, // the seller has no address for statements
  STATEMENT_MAIL_NOT_FOUND:   404,
  STATEMENT_MAIL_STATE:       409, // the e-mail is on its way
  MAIL_NOT_CONFIGURED:        409, // the service has no mail server
  STATEMENT_TOO_LONG:         422, // more lines than a document of that format can hold
  TAX_INVOICE_NOT_FOUND:      404,
  TAX_INVOICE_STATE:          409,
  TAX_INVOICE_MONTH_OPEN:     409, // the month is not over in Asia/Seoul
  TAX_INVOICE_REFERENCE_USED: 409, // another invoice has that number
  HOLD_SCOPE_INVALID:         422, // the members do not fit the scope: ORDER has an order, AMOUNT an amount
  HOLD_ORDER_UNKNOWN:         422, // no such order, or no line of this seller in it
  HOLD_DATE_INVALID:          422, // the end date is not in the future
  HOLD_CONFLICT:              409, // the same hold is open with another end date
  RESERVE_NOT_FOUND:          404,
  RESERVE_RELEASED:           409, // nothing is left of the reserve
  RESERVE_AMOUNT_EXCEEDED:    422, // more than is left of the reserve
  RESERVE_NO_SURPLUS:         409, // the terms still require the whole reserve
  DEBT_EXCEEDED:              422, // more than the seller owes at this moment
  WRITE_OFF_NOT_FOUND:        404,
  WRITE_OFF_STATE:            409, // already decided
  WRITE_OFF_SECOND_PERSON_REQUIRED: 403,
  ADJUSTMENT_NOT_FOUND:       404,
  ADJUSTMENT_STATE:           409, // already decided
  ADJUSTMENT_SECOND_PERSON_REQUIRED: 403, // needs a person other than the proposer
  REPAYMENT_REFERENCE_USED:   409, // the money under that reference was recorded before
  REPAYMENT_DATE_INVALID:     422, // the money was not received yet
  OVERRIDE_DATE_INVALID:      422, // the date is over
  OVERRIDE_TOO_LATE:          409, // the statement of that date is closed
  REISSUE_NOT_FAILED:         409, // only a payout that ended without paying can be paid again
  REISSUE_NOT_OWED:           409, // a later statement has paid the money
  REISSUE_BLOCKED:            409, // a hold, the account or the seller's state still stands against it; `reason` says which
  STATUTORY_RULE_UNKNOWN:     422, // no rule of that code
  STATUTORY_RULE_CONFLICT:    409, // begins before the last version, or counts from another event
  REISSUE_POLICY_PAST:        422, // would begin on a past date
  FORECAST_WINDOW_INVALID:    422,
  RUN_DATE_PAST:              422, // a dry run needs today or a later date
  RECONCILIATION_NOT_FOUND:   404,
  LEDGER_ENTRY_NOT_FOUND:     404, // also for an entry of a detached month
  LEDGER_POSTING_NOT_FOUND:   404,
  LEDGER_ACCOUNT_NOT_FOUND:   404, // nothing was ever posted to the account in this currency
  LEDGER_DAYS_INVALID:        422, // no days in the range, or too many
  LEDGER_MONTH_DETACHED:      409, // the month's entries were taken out of the ledger: attach the month first
  MONTH_NOT_FOUND:            404, // no posting of the books is of this month, or the month has not begun
  MONTH_STATE:                409, // only an open month is closed, and only a closed one reopened
  MONTH_NOT_READY:            409, // `missing` names the checks of the list that have not passed
  MONTH_NOT_CLOSED:           409, // an auditor's file holds closed months only
  MONTH_SEALED:               409, // a sealed month is not reopened: correct it in an open month
  MONTH_DETACHED:             409, // its entries were taken out of the database: attach the month first
  MONTH_PERIOD_INVALID:       422, // ends before it begins, or is too long
  MONTH_NOT_LAST:             409, // months are closed in order, and the last closed one is reopened first
  MONTH_REQUEST_NOT_FOUND:    404,
  MONTH_REQUEST_STATE:        409, // already decided
  MONTH_REQUEST_OPEN:         409, // another request about the month waits for its second person
  MONTH_SECOND_PERSON_REQUIRED: 403, // needs a person other than the proposer
  PROOF_NOT_FOUND:            404,
  HAND_RUN_NOT_FOUND:         404,
  HAND_RUN_FINISHED:          409, // done, failed or canceled already
  HAND_RUN_OVERLAPS:          409, // another run works on one of these dates
  HAND_RUN_WINDOW_INVALID:    422,
  BREAK_NOT_FOUND:            404,
  BREAK_DECISION_NOT_FOUND:   404,
  BREAK_DECISION_STATE:       409, // already decided
  BREAK_DECISION_OPEN:        409, // another decision about the break waits for its second person
  BREAK_CHANGED:              409, // the break is not as it was when it was looked at
  BREAK_SECOND_PERSON_REQUIRED: 403, // needs a person other than the first
  BREAK_AMOUNT_UNKNOWN:       422, // the break has no amount to adjust: name one
  BREAK_COUNTER_INVALID:      422, // the account that differs cannot be its own counter-account
  BREAK_RECORD_UNKNOWN:       422, // no record has that key
  BREAK_RECORD_DIFFERS:       422, // the two records have different amounts: adjust instead
  BREAK_OWNER_INVALID:        422, // a break belongs to a person
  BREAK_WAY_NOT_ALLOWED:      409, // breaks of this class are not settled in this way
  BREAK_STATE:                409, // already settled by a person, or closed by itself
  BREAK_SHEET_UNREADABLE:     422, // no CSV in UTF-8 or CP949, or too large
  BREAK_SHEET_COLUMNS:        422, // a column is not known, missing or there twice: `columns` names them
  BREAK_SHEET_EMPTY:          422, // no row names a verb
  BREAK_SHEET_ROW:            422, // a row cannot be read; its detail says why
  BREAK_SHEET_NOT_FOUND:      404,
  BREAK_SHEET_EXPIRED:        409, // the breaks may be other ones by now: preview the file again
  BREAK_SHEET_OTHER_PERSON:   403, // what one person was shown is carried out by that person
  DECISION_NOT_FOUND:         404,
  WEBHOOK_SIGNATURE_INVALID:  401,
  WEBHOOK_MALFORMED:          400,
  WEBHOOK_SOURCE_REFUSED:     403, // not one of the provider's addresses
  RATE_LIMITED:               429, // more requests of one key, or one address, than a minute allows; Retry-After says when
  WEBHOOK_RATE_LIMITED:       429, // too many unsigned webhooks from one address, or about one payment
  WEBHOOK_ENDPOINT_NOT_FOUND: 404,
  WEBHOOK_DELIVERY_NOT_FOUND: 404, // the event was never planned for this endpoint, or its month has left
  WEBHOOK_REPLAY_RANGE:       422, // the range is empty, or has more events than one replay may send
  WEBHOOK_URL_REFUSED:        422,
  PROVIDER_WEBHOOK_NOT_FOUND: 404, // never received, or its month has left
  PROVIDER_WEBHOOK_WAITING:   409, // the look that it asks for is enqueued, or running
  PROVIDER_WEBHOOK_DEAD:      409, // its look failed for good: `jobId` names the job to revive
  PROVIDER_WEBHOOK_ERASED:    409, // its body was erased, as the buyer's data was
  PROVIDER_WEBHOOK_NAMES_NOTHING: 422, // it names nothing that is read at the provider
  EVENT_TYPE_NOT_FOUND:       404, // no event of that name
} as const satisfies Record<string, number>;

export type RefusalCode = keyof typeof refusals;

/** A Refusal: the caller's fault in one sentence (subject, fact, consequence). Nothing was changed. */
export function refuse(code: RefusalCode, detail: string, extensions: Readonly<Record<string, unknown>> = {}): Refusal {
  return new Refusal(refusals[code], code, detail, extensions);
}

/** The error codes of an endpoint: these, and those that every endpoint has. The compiler checks that each code exists. */
export const may = <const C extends readonly RefusalCode[]>(...list: C) =>
  ['INVALID_REQUEST', 'UNAUTHENTICATED', 'FORBIDDEN', 'IDEMPOTENCY_KEY_REUSED', ...list] as const;
