import { type Money, won } from '@jeongsan/money';
import type { LineAmounts } from '@jeongsan/settlement';
import { type Account, chart } from './chart.js';
import { componentTransfers } from './component-transfers.js';
import { signedTransfer, template, type Transfer } from './posting.js';

/** The amounts that one order line posts, and its seller. */
export type PostedLine = LineAmounts & Readonly<{ sellerId: string }>;
export type ReversedLine = PostedLine &
  Readonly<{
    /** A refund of a matured line: the seller's part is taken from `payable`, and the rest becomes debt. */
    fromPayable: bigint;
    toDebt: bigint;
  }>;

type Approval = { paymentId: string; effectiveAt: Date; lines: readonly PostedLine[] };
type Reallocation = { correctionId: string; effectiveAt: Date; lines: readonly ReversedLine[] };
type Cancellation = { cancelId: string; effectiveAt: Date; lines: readonly ReversedLine[] };

/** A buyer paid: the provider owes us the money; each seller is owed the gross amount less commission, fees and VAT on both. */
export const paymentApproved = template<Approval>(
  'payment.approved',
  (p) => p.paymentId,
  (p) => p.lines.flatMap(earned),
);

/**
 * A buyer got money back: every component of the approval is reversed in proportion. A bank that withdraws a deposit is booked
 * as a cancel of the whole; a deposit that comes again as a cancel of negative amounts.
 */
export const paymentCanceled = template<Cancellation>(
  'payment.canceled',
  (c) => c.cancelId,
  (c) =>
    c.lines.flatMap((line) => [
      ...earned(line).map(reversed),
      {
        debit: chart.sellerPayable(line.sellerId),
        credit: chart.sellerPending(line.sellerId),
        amount: won(line.fromPayable),
      },
      { debit: chart.sellerDebt(line.sellerId), credit: chart.sellerPending(line.sellerId), amount: won(line.toDebt) },
    ]),
);

/**
 * A cancel was allocated to other lines: each line's difference, negative for a line that gets its part back. What the
 * provider owes us stays the same.
 */
export const cancelReallocated = template<Reallocation>(
  'cancel.reallocated',
  (c) => c.correctionId,
  (c) =>
    paymentCanceled({ cancelId: c.correctionId, effectiveAt: c.effectiveAt, lines: c.lines }).transfers.map((t) =>
      signedTransfer(t.debit, t.credit, t.amount.minor),
    ),
);

/** The templates of postings whose lines are in gateway.cancel_line. Their keys end with the id of a gateway.cancel. */
export const refundTemplates = ['payment.canceled', 'cancel.reallocated'] as const;

type UnallocatedMoney = { amount: Money; effectiveAt: Date };

/** A buyer paid, and no registered order fits: the money stands unallocated, in its own currency. */
export const paymentUnallocated = template<UnallocatedMoney & { paymentId: string }>(
  'payment.unallocated',
  (p) => p.paymentId,
  (p) => [{ debit: chart.providerReceivable(), credit: chart.unallocated(), amount: p.amount }],
);

/** Unallocated money went back to the buyer. A negative amount: a withdrawn deposit came again. */
export const unallocatedCanceled = template<UnallocatedMoney & { cancelId: string }>(
  'unallocated.canceled',
  (c) => c.cancelId,
  (c) => [{ debit: chart.unallocated(), credit: chart.providerReceivable(), amount: c.amount }],
);

/** The order of an unallocated payment was registered: its money goes to the sellers as at an approval, under the same key. */
export const paymentAllocated = template<Approval>(
  'payment.approved',
  (p) => p.paymentId,
  (p) => p.lines.flatMap(earned).map(fromUnallocated),
);

/** A cancel of the time before the allocation: the lines give back what the unallocated money gave, under the cancel's key. */
export const cancelAllocated = template<Cancellation>(
  'payment.canceled',
  (c) => c.cancelId,
  (c) => c.lines.flatMap(earned).map(reversed).map(fromUnallocated),
);

type Refund = { cancelId: string; amount: Money; effectiveAt: Date };

/** The provider took canceled money from us and will transfer the money to the buyer's bank account. */
export const refundPending = template<Refund>(
  'refund.pending',
  (r) => r.cancelId,
  (r) => [{ debit: chart.providerRefunds(), credit: chart.buyersRefunds(), amount: r.amount }],
);

/** The refund arrived at the buyer's bank account. */
export const refundCompleted = template<Refund>(
  'refund.completed',
  (r) => r.cancelId,
  (r) => [{ debit: chart.buyersRefunds(), credit: chart.providerRefunds(), amount: r.amount }],
);

/** The same transfer, with the unallocated money in place of what the provider owes us. */
function fromUnallocated({ debit, credit, amount }: Transfer): Transfer {
  const receivable = chart.providerReceivable().code;
  const instead = (account: Account): Account => (account.code === receivable ? chart.unallocated() : account);
  return { debit: instead(debit), credit: instead(credit), amount };
}

const earned = (line: PostedLine): Transfer[] => componentTransfers(chart.sellerPending(line.sellerId), line);
const reversed = (t: Transfer): Transfer => ({ debit: t.credit, credit: t.debit, amount: t.amount });

type Maturity = { lineKey: string; sellerId: string; amount: bigint; effectiveAt: Date };

/**
 * The waiting time of lines, or of tranches of lines, ended: the rest of their net amount becomes payable. `lineKey` identifies
 * the posting; payouts.matured_line lists, by posting key, the amount of each line.
 */
export const lineMatured = template<Maturity>(
  'line.matured',
  (m) => m.lineKey,
  (m) => [{ debit: chart.sellerPending(m.sellerId), credit: chart.sellerPayable(m.sellerId), amount: won(m.amount) }],
);

type Recovery = { sellerId: string; businessDate: string; amount: bigint; effectiveAt: Date };

/** Debt is netted from payable money. A posting of its own, so that the gross amount stays visible. */
export const debtRecovered = template<Recovery>(
  'debt.recovered',
  (r) => `${r.sellerId}/${r.businessDate}`,
  (r) => [{ debit: chart.sellerPayable(r.sellerId), credit: chart.sellerDebt(r.sellerId), amount: won(r.amount) }],
);
