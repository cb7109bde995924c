const OLDER_VERSIONS =
  'keys of API versions before 2022-11-16 get a word in another member; the usual version always has this one';
const KRW = 'promotions are in won; no other currency is shown';
const MEASURED_CARD = 'measured: a foreign card or a test card is 미확인';
const BY_ACCOUNT = 'from version 2024-06-01 a billing key can be of an account, without a card';
const SAMPLES = 'the sandbox always writes this member, and published samples do not have it';
const NEWER_CANCEL = 'newer answers have this member (measured)';
const BOTH_WAYS =
  'the sentence that leaves these members out can be read both ways; the variant settlement-cancels-short leaves them out';
const TAX_OFFICE = 'empty until the tax office has answered';

/**
 * Where the objects of the contract and of the sandbox differ from those of the provider's documents, and why. Keys: the
 * published object and member, and the kind of difference. docs/provider-answers.md shows this table.
 */
export const explainedDifferences: Readonly<Record<string, string>> = {
  'Billing.card.acquirerCode: null': 'as in the card of a payment (document 1 section 2.3)',
  'Billing.card.cardType: word': MEASURED_CARD,
  'Billing.card.ownerType: word': MEASURED_CARD,
  'Billing.card: null': BY_ACCOUNT,
  'Billing.cardCompany: null': BY_ACCOUNT,
  'Billing.cardNumber: null': BY_ACCOUNT,
  'Billing.method: word': `계좌이체: ${BY_ACCOUNT}`,
  'Billing.transfers: added': BY_ACCOUNT,
  'Cancel.cancelStatus: word':
    'the document names DONE alone; cancels of payments abroad are IN_PROGRESS first, then DONE or ABORTED',
  'Cancel.cardDiscountAmount: added': NEWER_CANCEL,
  'CardPromotion.discountCards.currency: word': KRW,
  'CashReceipt.approvalNumber: null': TAX_OFFICE,
  'CashReceipt.approvedAt: null': TAX_OFFICE,
  'Envelope.entityType: word':
    'the words of bank accounts (bank-account) and ARS (ars-reservation, ars) are assumed; none is shown',
  'Error of v2.entityBody: added': 'always null, as in real traffic; the published description leaves it out',
  'Error of v2.entityType: added': 'always null, as in real traffic; the published description leaves it out',
  'Payment.card.acquirerCode: missing': OLDER_VERSIONS,
  'Payment.card.issuerCode: missing': OLDER_VERSIONS,
  'Payment.cashReceipts.failure: null': 'null for a receipt that did not fail, as in the list of cash receipts',
  'Payment.easyPayAmount: missing': SAMPLES,
  'Payment.easyPayDiscountAmount: missing': SAMPLES,
  'Payment.transactionKey: missing': SAMPLES,
  'Payment.transfer.bankCode: missing': OLDER_VERSIONS,
  'Payment.type: word': 'BRANDPAY: the public name of the wallet, under its public paths',
  'Payment.virtualAccount.bankCode: missing': OLDER_VERSIONS,
  'Payment.virtualAccount.depositorName: added': 'the name on the deposit: newer answers have this member (measured)',
  'Payment.virtualAccount.dueDate: form':
    'with its offset, as measured; the variant due-date-without-offset is the form of the document',
  'Payment.virtualAccount.refundReceiveAccount.bankCode: missing': OLDER_VERSIONS,
  'Payout record.status: word':
    'REQUESTED, IN_PROGRESS, COMPLETED, FAILED, CANCELED: words of public clients; the document shows COMPLETED',
  'Settlement.cancel.cancelRequestId: added': BOTH_WAYS,
  'Settlement.cancel.cancelStatus: added': BOTH_WAYS,
  'Settlement.cancel.cardDiscountAmount: added': NEWER_CANCEL,
  'Settlement.fee: added': 'the sum of fees: published samples have this member',
  'Submall.status: added': 'the status is published in the guide of the interface, without the object that has it',
  'Transaction.receiptUrl: null': 'read and never written: a transaction without a receipt is conceivable',
  'WalletBankAccount.promotions.bankDiscount.currency: word': KRW,
  'bankDiscount.currency: word': KRW,
  'cardDiscount.currency: word': KRW,
  'cardInterestFree.currency: word': KRW,
  'cardPoint.currency: word': KRW,
};
