import { won } from '@jeongsan/money';
import type { LineAmounts } from '@jeongsan/settlement';
import { chart } from './chart.js';
import { componentTransfers } from './component-transfers.js';
import { template, type Transfer } from './posting.js';

/** What one order line moves. */
export type PostedLine = LineAmounts & Readonly<{ sellerId: string }>;
export type ReversedLine = PostedLine &
  Readonly<{
    /** A matured line has left `pending`: its seller gives back from what is payable, the rest becomes debt. */
    fromPayable: bigint;
    toDebt: bigint;
  }>;

type Approval = { paymentId: string; effectiveAt: Date; lines: readonly PostedLine[] };
type Cancellation = { cancelId: string; effectiveAt: Date; lines: readonly ReversedLine[] };

/** A buyer paid: the provider owes us the cash; each seller is owed its gross less commission, fees and VAT on them. */
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
 * The waiting time of lines, or of parts of them, under a seller's terms is over: what is left of them becomes payable. `lineKey`
 * names which: payouts.matured_line holds, by this posting's key, what each brought.
 */
export const lineMatured = template<Maturity>(
  'line.matured',
  (m) => m.lineKey,
  (m) => [{ debit: chart.sellerPending(m.sellerId), credit: chart.sellerPayable(m.sellerId), amount: won(m.amount) }],
);

type Recovery = { sellerId: string; businessDate: string; amount: bigint; effectiveAt: Date };

/** Debt is netted from what became payable: a step of its own, so that the gross obligation stays visible. */
export const debtRecovered = template<Recovery>(
  'debt.recovered',
  (r) => `${r.sellerId}/${r.businessDate}`,
  (r) => [{ debit: chart.sellerPayable(r.sellerId), credit: chart.sellerDebt(r.sellerId), amount: won(r.amount) }],
);
