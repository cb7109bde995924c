import { instantAt } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { waitsFor, type Waiting } from '@jeongsan/platform-contract';
import type { PayoutState } from '@jeongsan/state-machines';
import { runWaits } from './run-waiting.js';

type PayoutFacts = Readonly<{ id: string; runId: string; state: PayoutState; payoutDate: string | null }>;

/** Payouts with what each waits for. */
export async function withWaits<P extends PayoutFacts>(
  db: Executor,
  payouts: readonly P[],
  now: Date,
): Promise<(P & { waiting: Waiting | null })[]> {
  const unsent = payouts.filter(({ state }) => state === 'planned' || state === 'reserved');
  const ofRuns = await runWaits(db, [...new Set(unsent.map(({ runId }) => runId))], now);
  return payouts.map((payout) => ({ ...payout, waiting: waitIn[payout.state](payout, ofRuns.get(payout.runId), now) }));
}

type Wait = (payout: PayoutFacts, ofRun: Waiting | undefined, now: Date) => Waiting | null;

const forRun: Wait = (_, ofRun) => ofRun ?? waitsFor('DRAFT');
const forNothing: Wait = () => null;

const waitIn = {
  planned: forRun,
  reserved: forRun,
  submitted: () => waitsFor('PROVIDER_ANSWER'),
  unknown: () => waitsFor('OUTCOME'),
  parked: () => waitsFor('PERSON'),
  in_transit: ({ payoutDate }, _, now) => {
    const date = payoutDate === null ? null : instantAt(payoutDate, '00:00:00');
    return waitsFor('BANK_TRANSFER', date !== null && date > now ? date : null);
  },
  paid: forNothing,
  failed: forNothing,
  refused: forNothing,
  released: forNothing,
  returned: forNothing,
} as const satisfies Record<PayoutState, Wait>;
