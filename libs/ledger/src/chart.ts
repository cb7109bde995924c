/** The chart of accounts: every account the platform can ever post to, on one screen. */
export type AccountKind = 'asset' | 'liability' | 'income' | 'expense';
export type Account = Readonly<{
  code: string;
  kind: AccountKind;
  /** A running balance is kept on the account's row and may not fall below zero. */
  guarded: boolean;
}>;

/** Guarded accounts belong to one seller each, so their row locks never meet on a hot spot. */
const guarded = (kind: AccountKind, code: string): Account => ({ code, kind, guarded: true });
/** Everybody posts to these: their balance is the sum of entries, no row is updated, no posting waits for another. */
const summed = (kind: AccountKind, code: string): Account => ({ code, kind, guarded: false });

// prettier-ignore
export const chart = {
  /** Approved payments that the provider has not put into a settlement yet. */
  providerReceivable: () => summed('asset', 'provider:receivable'),
  /** Settled, not yet released (its pendingAmount). */
  providerPending:    () => summed('asset', 'provider:pending'),
  /** What the provider will pay out on our instruction (its availableAmount), payouts in flight included. */
  providerAvailable:  () => summed('asset', 'provider:available'),
  /** What the provider keeps for its service: supply amount, and the VAT on it. */
  providerFees:       () => summed('expense', 'provider:fees'),
  providerFeeVat:     () => summed('expense', 'provider:fee-vat'),

  /** Earned by a seller, not matured under its terms. */
  sellerPending:  (id: string) => guarded('liability', `seller:${id}:pending`),
  /** Matured and not promised to a payout. */
  sellerPayable:  (id: string) => guarded('liability', `seller:${id}:payable`),
  /** Promised to a payout that is on its way. */
  sellerReserved: (id: string) => guarded('liability', `seller:${id}:reserved`),
  /** Kept back for a time against later refunds. */
  sellerReserve:  (id: string) => guarded('liability', `seller:${id}:reserve`),
  /** Refunds after payout: what a seller owes us, netted from what it earns later. */
  sellerDebt:     (id: string) => guarded('asset', `seller:${id}:debt`),

  platformCommission:  () => summed('income', 'platform:commission'),
  /** Fees besides the commission: for payment handling, delivery, advertising. */
  platformFees:        () => summed('income', 'platform:fees'),
  platformVat:         () => summed('liability', 'platform:vat'),
  platformPromotion:   () => summed('expense', 'platform:promotion'),
  platformWithholding: () => summed('liability', 'platform:withholding'),
  /** Debt of sellers that was given up, by approved decision. */
  platformWriteOff:    () => summed('expense', 'platform:write-off'),
  /** Money whose story is not known yet. Must be empty at every proof. */
  suspense:            () => summed('asset', 'suspense'),
} as const;

/** Assets and expenses grow by debits (positive entries), liabilities and income by credits (negative entries). */
export const naturalSign = { asset: 1n, expense: 1n, liability: -1n, income: -1n } satisfies Record<
  AccountKind,
  bigint
>;
