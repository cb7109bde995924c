import { type BreakClass, breakCodes } from '@jeongsan/messaging';

/** Ways in which a person may settle a break: an adjusting entry, two records declared the same, or "expected, because …". */
export const resolutionWays = ['adjust', 'force', 'expect'] as const;
export type ResolutionWay = (typeof resolutionWays)[number];
/** What a person decides about a break: a way to settle it, or to take its settlement back. */
export const decisionWays = [...resolutionWays, 'reopen'] as const;
export type DecisionWay = (typeof decisionWays)[number];

/**
 * The kinds of subject. transaction: a transactionKey. pair: two transactionKeys in alphabetical order, separated by a space. payment: a
 * paymentKey. order: an orderId. payout: a refPayoutId. balance: a date and, except for the main account, the account's name. bank-day: the
 * name of a bank account and a date. bank-row: the id of a row of a bank statement. ledger: a part of the ledger.
 */
export type BreakSubject =
  | 'transaction'
  | 'pair'
  | 'payment'
  | 'order'
  | 'payout'
  | 'balance'
  | 'bank-day'
  | 'bank-row'
  | 'ledger';

export type BreakClassDefinition = Readonly<{
  about: string;
  subject: BreakSubject;
  /** An empty list: the break closes only when its cause is gone. */
  ways: readonly ResolutionWay[];
  /** True: the settlement row with the subject's key is not posted while the break is open. */
  holdsRow?: true;
  /** The provider's listings that are read again on the nights after, in case the cause is gone there. */
  rereads?: readonly ('transactions' | 'settlements')[];
  /** True: a rule may set an amount up to which a difference is no break. */
  tolerates?: true;
  /** Days that are waited before the difference is a break, unless a rule sets others; undefined: the class waits for nothing. */
  days?: number;
}>;

const anyWay = ['adjust', 'force', 'expect'] as const;
const moneyDiffers = ['adjust', 'expect'] as const;
const sameMoney = ['force', 'expect'] as const;
const wait = ['expect'] as const;
const never = [] as const;
const both = ['transactions', 'settlements'] as const;
const listed = ['transactions'] as const;
const settled = ['settlements'] as const;

// prettier-ignore
/** Every kind of break: a difference between two of the records of one movement of money. One difference is one break of one class. */
export const breakClasses = {
  // Payments and cancels of ours against the provider's list of transactions.
  MISSING_TRANSACTION:      { about: 'We booked a payment or cancel that the provider does not list',               subject: 'transaction', ways: anyWay,       rereads: listed },
  UNKNOWN_TRANSACTION:      { about: 'The provider lists a payment or cancel that we did not book',                 subject: 'transaction', ways: anyWay,       rereads: listed,  holdsRow: true },
  DUPLICATE_TRANSACTION:    { about: 'The provider lists a second transaction of the same payment and amount',      subject: 'transaction', ways: anyWay,       rereads: listed,  holdsRow: true },
  ORPHAN_CANCEL:            { about: 'The provider lists or settles a cancel of a payment that does not exist',       subject: 'transaction', ways: anyWay,       rereads: both,    holdsRow: true },
  SWAPPED_KEYS:             { about: 'Two records have each other\'s key',                                          subject: 'pair',        ways: sameMoney,    rereads: both,    holdsRow: true },
  TRANSACTION_PAYMENT:      { about: 'A transaction names another payment than ours',                               subject: 'transaction', ways: sameMoney,    rereads: listed,  holdsRow: true },
  TRANSACTION_SIGN:         { about: 'A transaction has the right amount with the wrong sign',                      subject: 'transaction', ways: moneyDiffers, rereads: listed,  holdsRow: true },
  TRANSACTION_CURRENCY:     { about: 'A transaction is in another currency than ours',                              subject: 'transaction', ways: moneyDiffers, rereads: listed,  holdsRow: true },
  TRANSACTION_AMOUNT:       { about: 'A transaction has another amount than ours',                                  subject: 'transaction', ways: moneyDiffers, rereads: listed,  holdsRow: true, tolerates: true },
  TRANSACTION_STATUS:       { about: 'A transaction has a status that does not fit what we booked',                 subject: 'transaction', ways: wait,         rereads: listed },
  FOREIGN_CURRENCY:         { about: 'A transaction in another currency than won: its money belongs to no seller',  subject: 'transaction', ways: wait },

  // Transactions against the provider's settlement rows.
  MISSING_SETTLEMENT:       { about: 'A transaction has no settlement row on the day on which it was due',          subject: 'transaction', ways: anyWay,       rereads: settled, days: 0 },
  OVERDUE_SETTLEMENT:       { about: 'A transaction still has no settlement row days after it was due',             subject: 'transaction', ways: anyWay,       rereads: settled, days: 3 },
  UNKNOWN_SETTLEMENT:       { about: 'A settlement row has no transaction',                                         subject: 'transaction', ways: anyWay,       rereads: both,    holdsRow: true },
  DUPLICATE_SETTLEMENT:     { about: 'A settlement row is listed twice, or is a second row of the same movement',   subject: 'transaction', ways: anyWay,       rereads: both,    holdsRow: true },
  SETTLEMENT_PAYMENT:       { about: 'A settlement row names another payment than its transaction',                 subject: 'transaction', ways: sameMoney,    rereads: settled, holdsRow: true },
  SETTLEMENT_SIGN:          { about: 'A settlement row has the right amount with the wrong sign',                   subject: 'transaction', ways: moneyDiffers, rereads: settled, holdsRow: true },
  SETTLEMENT_CURRENCY:      { about: 'A settlement row is in another currency than its transaction',                subject: 'transaction', ways: moneyDiffers, rereads: settled, holdsRow: true },
  SETTLEMENT_AMOUNT:        { about: 'A settlement row has another amount than its transaction',                    subject: 'transaction', ways: moneyDiffers, rereads: settled, holdsRow: true, tolerates: true },
  SETTLEMENT_ARITHMETIC:    { about: 'The fees of a settlement row do not add up to its fee',                       subject: 'transaction', ways: moneyDiffers, rereads: settled, holdsRow: true, tolerates: true },
  SETTLEMENT_FEE:           { about: 'A settlement row has another fee than the contracted one',                    subject: 'transaction', ways: moneyDiffers, rereads: settled, tolerates: true },
  SETTLEMENT_VAT:           { about: 'Supply amount and VAT of a settlement row are not those of its fee',          subject: 'transaction', ways: moneyDiffers, rereads: settled, holdsRow: true, tolerates: true },
  SETTLEMENT_PAYOUT_AMOUNT: { about: 'The pay-out amount of a settlement row is not its amount less its fee',       subject: 'transaction', ways: moneyDiffers, rereads: settled, holdsRow: true, tolerates: true },
  SETTLEMENT_CHANGED:       { about: 'A settlement row came again with other content',                              subject: 'transaction', ways: moneyDiffers, rereads: settled },

  // Orders against payments.
  ORDER_AMOUNT:             { about: 'The approved payments of an order are not its total',                         subject: 'order',       ways: moneyDiffers, tolerates: true },
  UNALLOCATED:              { about: 'A payment has no order that we know: its money belongs to no seller yet',     subject: 'payment',     ways: wait, days: 7 },

  // Payouts of ours against the provider's list of payouts.
  MISSING_PAYOUT:           { about: 'We paid a seller by a payout that the provider does not list',                subject: 'payout',      ways: anyWay, days: 0 },
  UNKNOWN_PAYOUT:           { about: 'The provider lists a payout that we did not request',                         subject: 'payout',      ways: anyWay },
  DUPLICATE_PAYOUT:         { about: 'The provider paid one payout of ours more than once',                          subject: 'payout',      ways: moneyDiffers },
  PAYOUT_AMOUNT:            { about: 'The provider paid another amount than we requested',                          subject: 'payout',      ways: moneyDiffers, tolerates: true },
  PAYOUT_STATUS:            { about: 'A payout that ended here ended otherwise at the provider',                    subject: 'payout',      ways: moneyDiffers },
  PAYOUT_FEE:               { about: 'The bank took another fee for a day\'s payouts than the contracted one',      subject: 'bank-day',    ways: moneyDiffers, tolerates: true },

  // The bank's statement, where the market gives it.
  MISSING_DEPOSIT:          { about: 'The settled money of a day did not arrive at the bank',                       subject: 'bank-day',    ways: anyWay, days: 0 },
  UNKNOWN_DEPOSIT:          { about: 'A deposit of the provider on a day for which nothing was settled',            subject: 'bank-day',    ways: anyWay },
  DEPOSIT_AMOUNT:           { about: 'The deposits of a day are not what was settled for it',                       subject: 'bank-day',    ways: moneyDiffers, tolerates: true },
  MISSING_WITHDRAWAL:       { about: 'A paid payout is not among the withdrawals of the bank',                      subject: 'payout',      ways: anyWay, days: 0 },
  UNKNOWN_WITHDRAWAL:       { about: 'A withdrawal of the bank belongs to no payout',                               subject: 'bank-row',    ways: anyWay },
  WITHDRAWAL_AMOUNT:        { about: 'The withdrawal of a payout has another amount than the payout',               subject: 'payout',      ways: moneyDiffers, tolerates: true },

  // The balances and the ledger.
  BALANCE_PENDING:          { about: 'The provider\'s pendingAmount is not our provider:pending',                   subject: 'balance',     ways: moneyDiffers },
  BALANCE_AVAILABLE:        { about: 'The provider\'s availableAmount is not ours less payouts in flight',          subject: 'balance',     ways: moneyDiffers },
  AUDIT_TRAIL:              { about: 'The audit trail of decisions does not verify',                                subject: 'ledger',      ways: never },
  LEDGER:                   { about: 'The ledger does not verify',                                                  subject: 'ledger',      ways: never },
} as const satisfies Record<BreakClass, BreakClassDefinition>;

export { breakCodes, type BreakClass };

/** The definition of a class, as the same type for all classes. */
export const breakClass = (code: BreakClass): BreakClassDefinition => breakClasses[code];

/** The classes whose settlement rows wait while a break is open. */
export const classesThatHoldRows: readonly BreakClass[] = breakCodes.filter((code) => breakClass(code).holdsRow);

/** The classes for which a listing is read again. */
export const classesRereading = (listing: 'transactions' | 'settlements'): readonly BreakClass[] =>
  breakCodes.filter((code) => breakClass(code).rereads?.includes(listing));
