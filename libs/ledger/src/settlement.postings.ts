import { type Currency, money } from '@jeongsan/money';
import { chart } from './chart.js';
import { signedMoney, template } from './posting.js';

/**
 * One settlement row of the provider (document 1 section 2.7). Amounts are minor units of the row's currency; all amounts of a
 * cancel row are negative.
 */
type SettlementRow = {
  currency: Currency;
  transactionKey: string;
  effectiveAt: Date;
  amount: bigint;
  supplyAmount: bigint;
  vat: bigint;
  payOutAmount: bigint;
  /** The market's account at the provider; empty or absent: the main account. */
  account?: string;
};

/** The provider announced the settlement of a transaction: the provider now owes the net amount, and has deducted its fee. */
export const settlementPending = template<SettlementRow>(
  'settlement.pending',
  (s) => s.transactionKey,
  (s) => [
    signedMoney(chart.providerPending(s.account), chart.providerReceivable(), money(s.payOutAmount, s.currency)),
    signedMoney(chart.providerFees(), chart.providerReceivable(), money(s.supplyAmount, s.currency)),
    signedMoney(chart.providerFeeVat(), chart.providerReceivable(), money(s.vat, s.currency)),
  ],
);

/** The settlement cycle ended: the net amount can be paid out on our instruction. */
export const settlementAvailable = template<SettlementRow>(
  'settlement.available',
  (s) => s.transactionKey,
  (s) => {
    const [pending, available] = [chart.providerPending(s.account), chart.providerAvailable(s.account)];
    return [signedMoney(available, pending, money(s.payOutAmount, s.currency))];
  },
);
