import type { ReasonView } from '@jeongsan/platform-contract';
import { type Facts, failureReason, type ReasonCode, type Reader, sayReason } from '@jeongsan/settlement';
import type { PayoutState } from '@jeongsan/state-machines';
import type { z } from 'zod';
import type { FailureClass } from '@jeongsan/payouts';

export type Reason = z.output<typeof ReasonView>;

/** A stored reason in the reader's words, with the facts it concerns. */
export const reasonView = (stored: string, reader: Reader, facts: Facts = {}): Reason => ({
  code: stored,
  text: sayReason(stored, reader, facts),
  date: facts.date ?? null,
  amount: facts.amount ?? null,
});

export type PayoutFate = Readonly<{
  state: PayoutState;
  runState: string;
  failureCode: string | null;
  failureClass: FailureClass | null;
  scheduleType?: string | null;
  /** The first date whose run pays the failed payout again; null or undefined: no reissue is open. */
  reissueOn?: string | null;
  /** The run waits for funds: when they are expected, null for an unknown date; undefined: it does not. */
  fundsOn?: string | null;
}>;

const failed = ({ failureClass, reissueOn }: PayoutFate): ReasonCode =>
  reissueOn ? 'FAILED_REISSUED' : (failureReason satisfies Record<FailureClass, ReasonCode>)[failureClass ?? 'retry'];

/**
 * The reason code of each payout state. A released payout has the code of the gate that stopped it, or RUN_REJECTED.
 */
const reasonOfState = {
  planned: () => 'WAITS_FOR_APPROVAL',
  reserved: ({ runState, fundsOn }) => {
    if (runState === 'draft') return 'WAITS_FOR_APPROVAL';
    return fundsOn === undefined ? 'WAITS_FOR_DISPATCH' : 'WAITS_FOR_FUNDS';
  },
  submitted: () => 'BEING_SENT',
  unknown: () => 'OUTCOME_UNKNOWN',
  parked: () => 'OUTCOME_PARKED',
  in_transit: ({ scheduleType }) => (scheduleType === 'SCHEDULED' ? 'SCHEDULED_AT_THE_BANK' : 'AT_THE_BANK'),
  paid: () => 'PAID',
  failed,
  refused: failed,
  released: ({ failureCode }) => failureCode ?? 'RUN_REJECTED',
  returned: () => 'RETURNED_BY_BANK',
} satisfies Record<PayoutState, (fate: PayoutFate) => string>;

function dateOfReason(reason: string, { reissueOn, fundsOn }: PayoutFate): Facts {
  if (reason === 'FAILED_REISSUED') return { date: reissueOn ?? null };
  return reason === 'WAITS_FOR_FUNDS' ? { date: fundsOn ?? null } : {};
}

/** A payout with the date of the funds for which its run waits. */
export function withFunds<P extends { runId: string }>(
  payout: P,
  shortRuns: ReadonlyMap<string, string | null>,
): P & { fundsOn?: string | null } {
  const fundsOn = shortRuns.get(payout.runId);
  return fundsOn === undefined ? payout : { ...payout, fundsOn };
}

/**
 * The reason of a payout's state. The provider's failure code is a fact for operators; for a released payout the code
 * is the reason itself.
 */
export function payoutReason(fate: PayoutFate, reader: Reader, facts: Facts): Reason {
  const code = fate.state === 'released' ? null : fate.failureCode;
  const reason = reasonOfState[fate.state](fate);
  return reasonView(reason, reader, { ...facts, ...dateOfReason(reason, fate), code });
}
