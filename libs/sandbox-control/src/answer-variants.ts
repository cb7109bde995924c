import { z } from 'zod';

/**
 * The forms of answers that the documents describe, leave open, or contradict themselves about, besides the form that the
 * sandbox gives usually. Each by name, with its difference and its source ("measured": seen at the real server). Used by
 * the setting ANSWER_VARIANTS and by /control/settings.
 */
export const answerVariants = {
  'due-date-without-offset': "a virtual account's dueDate without an offset (document 1 section 2.4)",
  'refund-account-absent': 'refundReceiveAccount is not returned, instead of null (document 1 section 2.4)',
  'without-depositor-name': "virtual accounts without depositorName, which the documents' object does not have",
  'nullable-in-some-answers': "null as a payment's method and approvedAt (document 1 section 2.1: in some responses)",
  'without-transaction-key': 'payments with lastTransactionKey alone (document 1 section 2.1 names both in one row)',
  'transaction-key-alone': 'payments with transactionKey alone (document 1 section 2.1 names both in one row)',
  'without-easy-pay-amounts': 'payments without easyPayAmount and easyPayDiscountAmount, as in published samples',
  'easy-pay-amounts-null': 'null as easyPayAmount and easyPayDiscountAmount (document 1 section 2.1)',
  'cancels-without-discounts':
    'cancels without transferDiscountAmount and cardDiscountAmount (document 1 section 2.2: in some responses)',
  'long-metadata': 'metadata values of 2000 characters, the larger one of two documented limits',
  'type-brandpay': 'BRANDPAY instead of WALLET everywhere, as the public product calls the wallet',
  'easy-pay-as-card': 'method 카드 beside a filled easyPay, as in the main published sample of easy pay',
  'settlements-without-fee': 'settlements without the sum fee (document 1 section 2.7 has fees alone)',
  'settlement-cancels-short':
    'cancels of settlements without cancelStatus and cancelRequestId (document 1 section 2.7, one reading)',
  'fees-as-text': 'the fees of settlements as text, as in an old published sample',
  'receipts-without-times': 'cash receipts without approvedAt and canceledAt (removed with version 2022-07-27)',
  'receipt-business-number-empty': "an empty businessNumber in cash receipts (measured with the documentation's keys)",
  'billing-without-card-summary':
    'billing keys without cardCompany and cardNumber (document 1 section 2.5: in some responses)',
  'available-amount-alone': "a balance of availableAmount alone (the provider's test environment)",
  'lists-of-items-alone': 'lists of sellers and payouts that hold items alone (published sample of a new payout)',
  'lists-with-last-cursor': "lists with hasNext and lastCursor (the provider's general pages about lists)",
  'objects-without-envelope':
    'single v2 objects without the envelope; document 2 section 4 leaves open whether they have one',
  'bank-account-type': 'another word as the entityType of bank-account verifications, which no document shows',
  'deleted-id-alone': "a deleted seller's id alone; its fields are not shown (document 2 section 2.9)",
  'payout-error-undescribed': "an error of a payout with members of other names; they're not shown (document 2)",
  'v2-errors-short': 'errors of v2 without the members entityType and entityBody (published description)',
  'v2-errors-flat': 'errors of v2 as those of v1, which public clients of bank-account verification read too',
  'v2-amounts-without-decimals': 'amounts of v2 printed as 5000 instead of 5000.0 (document 2: a number)',
  'sub-malls-without-status': 'sub-malls without status (document 1 section 2.10 has none)',
  'legacy-payouts-short': 'legacy payouts of the seven documented members alone (document 1 section 2.10)',
  'sms-without-body': 'no body in the answer to a message with a payment link (document 3: success is HTTP 200)',
  'deleted-product-as-text': 'the key of a deleted product as a text (document 3: the deleted productKey)',
  'deleted-product-without-body': 'no body in the answer to the deletion of a product',
  'products-without-options': 'null as the optionDetail of a product without options',
  'valid-through-as-date': "a product's validThrough as a date; its format is not shown (document 3 section 2.1)",
  'method-enable': 'ENABLE instead of ENABLED in METHOD_UPDATED, as in the published sample',
  'short-fractions': 'the createdAt of webhooks without the zeros at its end (measured)',
  'dates-without-offset': 'every time without an offset',
  'dates-with-nanoseconds': 'every time with nanoseconds, as the real server writes in sealed answers (measured)',
  'amounts-as-text': 'every amount as text, as before version 1.4',
  'amounts-with-decimals': 'every amount printed as 5000.0, also outside of v2',
  'nulls-left-out': 'members that are null are left out',
  'extra-fields': 'an unknown member in every object: new fields need no new version (document 1 section 9)',
  'unknown-words': 'a word never seen before in every list of words except a status: new words need no new version',
  'unknown-statuses': 'a status never seen before in every object',
} as const;

export type AnswerVariant = keyof typeof answerVariants;
export const answerVariantNames = Object.keys(answerVariants) as [AnswerVariant, ...AnswerVariant[]];

export const AnswerVariants = z.array(z.enum(answerVariantNames));
