/** The chart of accounts: every account that a posting may use. */
export type AccountKind = 'asset' | 'liability' | 'income' | 'expense';
export type Account = Readonly<{
  code: string;
  kind: AccountKind;
  /** Guarded: a running balance is stored on the account's row and may not fall below zero. */
  guarded: boolean;
}>;

/** Guarded accounts belong to one seller each, so postings for different sellers do not wait for the same row lock. */
const guarded = (kind: AccountKind, code: string): Account => ({ code, kind, guarded: true });
/**
 * Unguarded accounts are shared by all postings: their balance is the sum of their entries, no row is updated, and no posting
 * waits for another.
 */
const summed = (kind: AccountKind, code: string): Account => ({ code, kind, guarded: false });

/**
 * The code of a balance that the provider shows for each account (mId) of the market. The main account, from which payouts
 * leave, has the empty name and the codes without a name.
 */
const ofProvider = (account: string, part: 'pending' | 'available'): string =>
  account === '' ? `provider:${part}` : `provider:${account}:${part}`;

// prettier-ignore
export const chart = {
  /** Approved payments that are in no settlement of the provider yet; of all the market's accounts there. */
  providerReceivable: () => summed('asset', 'provider:receivable'),
  /** Settled payments that the provider has not released yet (its pendingAmount). */
  providerPending:    (account = '') => summed('asset', ofProvider(account, 'pending')),
  /** Money that the provider pays out on our instruction (its availableAmount), including payouts in flight. */
  providerAvailable:  (account = '') => summed('asset', ofProvider(account, 'available')),
  /**
   * Canceled money that the provider took from us and has not transferred to the buyer yet, and the same amount as our debt to
   * the buyers: both are zero when every refund has arrived.
   */
  providerRefunds:    () => summed('asset', 'provider:refunds'),
  buyersRefunds:      () => summed('liability', 'buyers:refunds'),
  /** Buyers' money without a registered order that fits: a person, or the order, says whose money this is. */
  unallocated:        () => summed('liability', 'unallocated'),
  /** The provider's fee: supply amount, and the VAT on that amount. */
  providerFees:       () => summed('expense', 'provider:fees'),
  providerFeeVat:     () => summed('expense', 'provider:fee-vat'),

  /** Earned by a seller, not matured under the seller's terms. */
  sellerPending:  (id: string) => guarded('liability', `seller:${id}:pending`),
  /** Matured, and not reserved for a payout. */
  sellerPayable:  (id: string) => guarded('liability', `seller:${id}:payable`),
  /** Reserved for a payout that is not finished. */
  sellerReserved: (id: string) => guarded('liability', `seller:${id}:reserved`),
  /** Kept back for a time against later refunds. */
  sellerReserve:  (id: string) => guarded('liability', `seller:${id}:reserve`),
  /** Refunds after payout: money that a seller owes us, netted from later earnings. */
  sellerDebt:     (id: string) => guarded('asset', `seller:${id}:debt`),

  platformCommission:  () => summed('income', 'platform:commission'),
  /** Fees besides the commission, for example for payment handling, delivery or advertising. */
  platformFees:        () => summed('income', 'platform:fees'),
  platformVat:         () => summed('liability', 'platform:vat'),
  platformPromotion:   () => summed('expense', 'platform:promotion'),
  platformWithholding: () => summed('liability', 'platform:withholding'),
  /** Debt of sellers that was written off by an approved decision. */
  platformWriteOff:    () => summed('expense', 'platform:write-off'),
  /** What people gave to sellers, less what they took from them, by adjustments with a reason. */
  platformAdjustments: () => summed('expense', 'platform:adjustments'),
  /** Money of the platform at a bank, received beside the provider: sellers' repayments of debt. */
  platformBank:        () => summed('asset', 'platform:bank'),
  /** Money whose origin is not known yet. Must be zero at every proof. */
  suspense:            () => summed('asset', 'suspense'),
} as const;

/** Assets and expenses grow by debits (positive entries), liabilities and income by credits (negative entries). */
export const naturalSign = { asset: 1n, expense: 1n, liability: -1n, income: -1n } satisfies Record<
  AccountKind,
  bigint
>;
