import { advanceLocked, existing } from './advance-payouts.js';
import { eventOfStatus, failureClassOf, type FailureClass } from './failure-class.js';
import type { Payout, PayoutStep, ProviderPayout } from './payout.js';
import type { PayoutRecords } from './payout-store.js';
import { mustPark } from './rounds.js';

/** What an answer, a listing or a decision means for one payout. */
export type Ruling = Readonly<{ id: string }> &
  Readonly<
    /** The payout takes the status that the provider shows. */
    | { kind: 'follow'; shown: ProviderPayout }
    /** The provider may have the payout. `isAccused`: the provider says that this reference was used before. */
    | { kind: 'lost'; isAccused: boolean }
    /**
     * The provider did not take the payout: it is sent again with the same reference, on `notBefore` (Asia/Seoul) at the
     * earliest.
     */
    | { kind: 'again'; notBefore?: string }
    /** The provider refuses this payout. */
    | { kind: 'refused'; code: string; failureClass: FailureClass }
    /** Two complete listings lack the payout: it is sent again, or parked after too many rounds (mustPark). */
    | { kind: 'absent' }
    /** The provider keeps listing another amount under this reference: people decide. */
    | { kind: 'parked' }
  >;

/** Locks the payouts and applies one ruling to each. Throws as advancePayouts does. */
export async function carryOut(records: PayoutRecords, rulings: readonly Ruling[], now: Date): Promise<void> {
  if (rulings.length === 0) return;
  const payouts = await records.payouts(rulings.map(({ id }) => id));
  const steps = rulings.map((ruling) => stepOf(ruling, existing(payouts, ruling.id)));
  await advanceLocked(records, payouts, steps, now);
}

/** Advances payouts to the status that the provider shows. A payout without a reference is not ours and is skipped. */
export const advanceToProvider = (records: PayoutRecords, shown: readonly ProviderPayout[], now: Date): Promise<void> =>
  carryOut(records, shown.flatMap(followed), now);

const followed = (shown: ProviderPayout): Ruling[] =>
  typeof shown.refPayoutId !== 'string' ? [] : [{ id: shown.refPayoutId, kind: 'follow', shown }];

function stepOf(ruling: Ruling, payout: Payout): PayoutStep {
  const { id } = ruling;
  switch (ruling.kind) {
    case 'follow':
      return stepTo(ruling.shown, payout);
    case 'lost':
      return { id, event: 'lose', ...(ruling.isAccused && { duplicateRounds: payout.duplicate_rounds + 1 }) };
    case 'again':
      return { id, event: 'retry', ...(ruling.notBefore !== undefined && { notBefore: ruling.notBefore }) };
    case 'refused':
      return { id, event: 'refuse', failureCode: ruling.code, failureClass: ruling.failureClass };
    case 'absent': {
      const absentRounds = payout.absent_rounds + 1;
      return { id, event: mustPark({ ...payout, absent_rounds: absentRounds }) ? 'park' : 'absent', absentRounds };
    }
    case 'parked':
      return { id, event: 'park' };
  }
}

function stepTo(shown: ProviderPayout, { id, state }: Payout): PayoutStep {
  const { requestedAt } = shown;
  const news = { id, providerPayoutId: shown.id, providerStatus: shown.status, ...(requestedAt && { requestedAt }) };
  const event = eventOfStatus(shown.status);
  if (event !== 'fail') return { ...news, event };
  const failureCode = shown.error?.code ?? shown.status;
  // Money that returns after it was paid is an event of its own, since its ledger entries are the reverse of the payment.
  const wasPaid = state === 'paid' || state === 'returned';
  return { ...news, event: wasPaid ? 'giveBack' : 'fail', failureCode, failureClass: failureClassOf(failureCode) };
}
