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
}>;

const failed = ({ failureClass }: PayoutFate): ReasonCode =>
  (failureReason satisfies Record<FailureClass, ReasonCode>)[failureClass ?? 'retry'];

/**
 * The reason code of each payout state. A released payout has the code of the gate that stopped it, or RUN_REJECTED.
 */
const reasonOfState = {
  planned: () => 'WAITS_FOR_APPROVAL',
  reserved: ({ runState }) => (runState === 'draft' ? 'WAITS_FOR_APPROVAL' : 'WAITS_FOR_DISPATCH'),
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

/**
 * The reason of a payout's state. The provider's failure code is a fact for operators; for a released payout the code
 * is the reason itself.
 */
export function payoutReason(fate: PayoutFate, reader: Reader, facts: Facts): Reason {
  const code = fate.state === 'released' ? null : fate.failureCode;
  return reasonView(reasonOfState[fate.state](fate), reader, { ...facts, code });
}
