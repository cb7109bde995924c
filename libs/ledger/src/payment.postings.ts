import { won } from '@jeongsan/money';
import type { LineAmounts } from '@jeongsan/settlement';
import { chart } from './chart.js';
import { componentTransfers } from './component-transfers.js';
import { template, type Transfer } from './posting.js';

/** The amounts that one order line posts, and its seller. */
export type PostedLine = LineAmounts & Readonly<{ sellerId: string }>;
export type ReversedLine = PostedLine &
  Readonly<{
    /** A refund of a matured line: the seller's part is taken from `payable`, and the rest becomes debt. */
    fromPayable: bigint;
    toDebt: bigint;
  }>;

type Approval = { paymentId: string; effectiveAt: Date; lines: readonly PostedLine[] };
type Cancellation = { cancelId: string; effectiveAt: Date; lines: readonly ReversedLine[] };

/** A buyer paid: the provider owes us the money; each seller is owed the gross amount less commission, fees and VAT on both. */
export const paymentApproved = template<Approval>(
  'payment.approved',
  (p) => p.paymentId,
  (p) => p.lines.flatMap(earned),
);

/** A buyer got money back: every component of the approval is reversed in proportion. */
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
