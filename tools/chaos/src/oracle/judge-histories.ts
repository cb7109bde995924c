import type { Open } from '../play/settle.js';
import type { History } from '../testing/build-market.js';
import type { Evidence } from './evidence.js';
import { judgePayouts } from './judge-payouts.js';
import { judgeSellers } from './judge-sellers.js';
import { judgeSending } from './judge-sending.js';

/** The verdict on one history; no violations: passed. */
export type Verdict = Readonly<{ history: History; violations: readonly string[] }>;

/** Checks each history alone against the provider's records and the invariants (I1 to I16). */
export function judgeHistories(histories: readonly History[], evidence: Evidence, open: readonly Open[]): Verdict[] {
  return histories.map((history) => {
    const own = only(history, evidence);
    const violations = [
      ...open.filter(({ date }) => history.dates.includes(date)).map(({ what }) => `never came to rest: ${what} (I14)`),
      ...judgeSellers(history, own),
      ...judgePayouts(own),
      ...judgeSending(own),
    ];
    return { history, violations };
  });
}

/** The evidence of this history. */
function only(history: History, all: Evidence): Evidence {
  const sellers = new Set(history.sellers.map(({ sellerId }) => sellerId));
  const destinations = new Set(history.sellers.map(({ providerSellerId }) => providerSellerId));
  const payouts = all.payouts.filter(({ sellerId }) => sellers.has(sellerId));
  const ids = new Set(payouts.map(({ id }) => id));
  const batches = new Set(payouts.flatMap(({ batchId }) => batchId ?? []));
  return {
    ...all,
    payouts,
    book: all.book.filter(({ destination }) => destinations.has(destination)),
    moves: all.moves.filter(({ payoutId }) => ids.has(payoutId)),
    announced: all.announced.filter(({ payoutId }) => ids.has(payoutId)),
    fences: all.fences.filter(({ batchId }) => batches.has(batchId)),
    sent: new Map([...all.sent].filter(([batchId]) => batches.has(batchId))),
  };
}
