import { won } from '@jeongsan/money';
import type { LineAmounts } from '@jeongsan/settlement';
import { chart } from './chart.js';
import { componentTransfers } from './component-transfers.js';
import { signedTransfer, template } from './posting.js';

/** What closing a seller's statement of one day moves, besides the payout itself. Each at most once per seller and day. */
type Closing = { sellerId: string; businessDate: string; amount: bigint; effectiveAt: Date };
const oncePerStatement = ({ sellerId, businessDate }: Closing) => `${sellerId}/${businessDate}`;

/** A reserve's time is over: what was kept back is payable again. */
export const reserveReleased = template<Closing>('reserve.released', oncePerStatement, (c) => [
  { debit: chart.sellerReserve(c.sellerId), credit: chart.sellerPayable(c.sellerId), amount: won(c.amount) },
]);

/** A share of what would be paid is kept back for a time against later refunds. */
export const reserveHeld = template<Closing>('reserve.held', oncePerStatement, (c) => [
  { debit: chart.sellerPayable(c.sellerId), credit: chart.sellerReserve(c.sellerId), amount: won(c.amount) },
]);

/** Income tax that the payer withholds (Income Tax Act, article 129); negative where refunds gave some of it back. */
export const taxWithheld = template<Closing>('tax.withheld', oncePerStatement, (c) => [
  signedTransfer(chart.sellerPayable(c.sellerId), chart.platformWithholding(), c.amount),
]);

type ReserveDecision = { decisionId: string; sellerId: string; amount: bigint; effectiveAt: Date };

/** Somebody decided to end a reserve before its time, or one without a time: what was kept back is payable again. */
export const reserveReleaseDecided = template<ReserveDecision>(
  'reserve.release-decided',
  (d) => d.decisionId,
  (d) => [{ debit: chart.sellerReserve(d.sellerId), credit: chart.sellerPayable(d.sellerId), amount: won(d.amount) }],
);

type WriteOff = { writeOffId: string; sellerId: string; amount: bigint; effectiveAt: Date };

/** A debt that will not be recovered becomes the platform's loss. */
export const debtWrittenOff = template<WriteOff>(
  'debt.written-off',
  (w) => w.writeOffId,
  (w) => [{ debit: chart.platformWriteOff(), credit: chart.sellerDebt(w.sellerId), amount: won(w.amount) }],
);

type Adjustment = {
  /** The change, and of follow-ups which one. */
  adjustmentId: string;
  sellerId: string;
  /** Differences of components, signed: what the seller is charged or granted more. */
  moved: Omit<LineAmounts, 'paid'>;
  /** The part of a negative net that the seller's payable does not cover. */
  toDebt: bigint;
  effectiveAt: Date;
};

/** Orders of the past under other terms: what was frozen stays, the difference moves what is payable, and becomes debt beyond it. */
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
