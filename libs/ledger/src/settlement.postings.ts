import { chart } from './chart.js';
import { signedTransfer, template } from './posting.js';

/** One settlement row of the provider (document 1 section 2.7). All amounts of a cancel row are negative. */
type SettlementRow = {
  transactionKey: string;
  effectiveAt: Date;
  amount: bigint;
  supplyAmount: bigint;
  vat: bigint;
  payOutAmount: bigint;
};

/** The provider announced the settlement of a transaction: the provider now owes the net amount, and has deducted its fee. */
export const settlementPending = template<SettlementRow>(
  'settlement.pending',
  (s) => s.transactionKey,
  (s) => [
    signedTransfer(chart.providerPending(), chart.providerReceivable(), s.payOutAmount),
    signedTransfer(chart.providerFees(), chart.providerReceivable(), s.supplyAmount),
    signedTransfer(chart.providerFeeVat(), chart.providerReceivable(), s.vat),
  ],
);

/** The settlement cycle ended: the net amount can be paid out on our instruction. */
export const settlementAvailable = template<SettlementRow>(
  'settlement.available',
  (s) => s.transactionKey,
  (s) => [signedTransfer(chart.providerAvailable(), chart.providerPending(), s.payOutAmount)],
);
