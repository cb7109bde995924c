import { won } from '@jeongsan/money';
import type { LineAmounts } from '@jeongsan/settlement';
import { chart } from './chart.js';
import { componentTransfers } from './component-transfers.js';
import { signedTransfer, template } from './posting.js';

/** The postings of closing a seller's statement, besides the payout itself. Each at most once per seller and day. */
type Closing = { sellerId: string; businessDate: string; amount: bigint; effectiveAt: Date };
const oncePerStatement = ({ sellerId, businessDate }: Closing) => `${sellerId}/${businessDate}`;

/** The time of a reserve ended: the amount is payable again. */
export const reserveReleased = template<Closing>('reserve.released', oncePerStatement, (c) => [
  { debit: chart.sellerReserve(c.sellerId), credit: chart.sellerPayable(c.sellerId), amount: won(c.amount) },
]);

/** A share of the payable money is kept back for a time against later refunds. */
export const reserveHeld = template<Closing>('reserve.held', oncePerStatement, (c) => [
  { debit: chart.sellerPayable(c.sellerId), credit: chart.sellerReserve(c.sellerId), amount: won(c.amount) },
]);

/** Income tax withheld by the payer (Income Tax Act, article 129); negative when refunds return some of the tax. */
export const taxWithheld = template<Closing>('tax.withheld', oncePerStatement, (c) => [
  signedTransfer(chart.sellerPayable(c.sellerId), chart.platformWithholding(), c.amount),
]);

type ReserveDecision = { decisionId: string; sellerId: string; amount: bigint; effectiveAt: Date };

/** A person released a reserve before its date, or a fixed reserve without a date: the amount is payable again. */
export const reserveReleaseDecided = template<ReserveDecision>(
  'reserve.release-decided',
  (d) => d.decisionId,
  (d) => [{ debit: chart.sellerReserve(d.sellerId), credit: chart.sellerPayable(d.sellerId), amount: won(d.amount) }],
);

type WriteOff = { writeOffId: string; sellerId: string; amount: bigint; effectiveAt: Date };

/** A debt that will not be recovered becomes a loss of the platform. */
export const debtWrittenOff = template<WriteOff>(
  'debt.written-off',
  (w) => w.writeOffId,
  (w) => [{ debit: chart.platformWriteOff(), credit: chart.sellerDebt(w.sellerId), amount: won(w.amount) }],
);

type Repayment = { repaymentId: string; sellerId: string; amount: bigint; effectiveAt: Date };

/** A seller paid a debt back, or a part of the debt, beside the provider. */
export const debtRepaid = template<Repayment>(
  'debt.repaid',
  (r) => r.repaymentId,
  (r) => [{ debit: chart.platformBank(), credit: chart.sellerDebt(r.sellerId), amount: won(r.amount) }],
);

type SellerAdjustment = {
  adjustmentId: string;
  sellerId: string;
  /** Positive: the seller gets the amount; negative: the amount is taken from the seller. */
  amount: bigint;
  /** The part of a negative amount that exceeds the seller's payable balance. */
  toDebt: bigint;
  effectiveAt: Date;
};

/** A person gave won to a seller or took won from the seller: from payable as far as it goes, and the rest becomes debt. */
export const sellerAdjusted = template<SellerAdjustment>(
  'seller.adjusted',
  (a) => a.adjustmentId,
  (a) => [
    signedTransfer(chart.platformAdjustments(), chart.sellerPayable(a.sellerId), a.amount),
    { debit: chart.sellerDebt(a.sellerId), credit: chart.sellerPayable(a.sellerId), amount: won(a.toDebt) },
  ],
);

type InvoiceVat = { invoiceId: string; sellerId: string; amount: bigint; effectiveAt: Date };

/** The VAT of an invoice that the platform drew up for a seller: the seller gets it, and it lessens what the platform owes the tax office. */
export const taxInvoiceVatPaid = template<InvoiceVat>(
  'tax.invoice-vat',
  (v) => v.invoiceId,
  (v) => [{ debit: chart.platformVat(), credit: chart.sellerPayable(v.sellerId), amount: won(v.amount) }],
);

type Adjustment = {
  /** Id of the change of terms; with a suffix for follow-ups. */
  adjustmentId: string;
  sellerId: string;
  /** Signed differences of line components: the seller is charged or granted more. */
  moved: Omit<LineAmounts, 'paid'>;
  /** The part of a negative net difference that exceeds the seller's payable balance. */
  toDebt: bigint;
  effectiveAt: Date;
};

/**
 * Past orders under changed terms: frozen amounts stay, and the difference changes the payable balance; a shortfall becomes
 * debt.
 */
export const termsAdjusted = template<Adjustment>(
  'terms.adjusted',
  (a) => a.adjustmentId,
  (a) => {
    const payable = chart.sellerPayable(a.sellerId);
    return [
      ...componentTransfers(payable, a.moved).map(({ debit, credit, amount }) =>
        signedTransfer(debit, credit, amount.minor),
      ),
      { debit: chart.sellerDebt(a.sellerId), credit: payable, amount: won(a.toDebt) },
    ];
  },
);
