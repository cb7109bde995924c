import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { explainSellerPagePayout as contract } from '@jeongsan/platform-contract';
import { lineKeys, recordOf } from '@jeongsan/settlement';
import { explainPayout } from '../../explanations/explain-payout/explain-payout.js';
import { readSellerPayout, type ShortRuns } from './seller-payouts.js';

type Told = Output<typeof contract>;
type Line = Awaited<ReturnType<typeof explainPayout>>['lines']['items'][number];

/**
 * A payout of the seller, down to its order lines. Postings, settlement rows and the pricing stay with the operators.
 * @throws PAYOUT_NOT_FOUND, CURSOR_INVALID
 */
export async function explainSellerPayout(
  db: Executor,
  sellerId: string,
  payoutId: string,
  { lang, after, limit }: Input<typeof contract>['query'],
  shortRuns: ShortRuns,
): Promise<Told> {
  const { statementDate: _, ...payout } = await readSellerPayout(db, sellerId, payoutId, lang, shortRuns);
  const asked = { lang, audience: 'seller', after, limit } as const;
  const { statements, totals, lines } = await explainPayout(db, payoutId, asked, shortRuns);
  return {
    ...payout,
    statements: statements.map(({ statementId, businessDate, opening, movements, payoutAmount, carried }) => ({
      ...{ statementId, date: businessDate, opening, movements, payoutAmount, carried },
    })),
    totals: totals.map(({ kind, amount, count, rule }) => ({ kind, amount, count, text: rule })),
    parts: lines.items.map(partOf),
    nextCursor: lines.nextCursor,
  };
}

function partOf({ kind, amount, date, rule, tranche, line, cancel, payout }: Line): Told['parts'][number] {
  return {
    ...{ kind, amount, on: date, text: rule, tranche },
    order: line && { orderId: line.orderId, lineId: line.lineId, ...recordOf(lineKeys, (key) => line[key]) },
    refund: cancel && {
      paid: cancel.paid,
      net: cancel.net,
      on: cancel.canceledAt && businessDateOf(cancel.canceledAt),
    },
    earlierPayoutId: payout?.payoutId ?? null,
  };
}
