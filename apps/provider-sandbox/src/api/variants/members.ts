/** A word that no document has. */
export const NEVER_SEEN = 'NEVER_SEEN_BEFORE';

const amountNames = new Set(['fee', 'interestFee', 'vat', 'value', 'balance']);

/** Whether the member is an amount of money in the provider's objects. */
export const isAmountName = (name: string): boolean => amountNames.has(name) || /(^a|A)mount$/.test(name);

/** The members whose values are words of a published list, besides statuses of the object itself. */
export const wordNames: ReadonlySet<string> = new Set([
  'type',
  'payType',
  'method',
  'cardType',
  'ownerType',
  'acquireStatus',
  'interestPayer',
  'accountType',
  'refundStatus',
  'settlementStatus',
  'transactionType',
  'businessType',
  'scheduleType',
  'arsType',
  'tokenType',
  'entityType',
  'provider',
]);
