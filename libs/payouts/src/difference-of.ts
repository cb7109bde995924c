import type { PayoutStatus } from '@jeongsan/provider-contract';
import type { BatchState, PayoutState } from '@jeongsan/state-machines';
import type { ProviderPayout } from './payout.js';

/** How a payout at the provider differs from the books: they lack it, have it as never sent, or have it otherwise. */
export type Difference = 'UNKNOWN_PAYOUT' | 'NEVER_SENT' | 'OTHER_CONTENT';

export type Listed = Pick<ProviderPayout, 'refPayoutId' | 'destination' | 'amount' | 'status'>;

/** Our payout of the listed reference; `batchState` is that of the batch it is in. */
export type Known = Readonly<{
  amount: bigint;
  providerSellerId: string;
  state: PayoutState;
  batchState: BatchState | null;
}>;

/** Our references are payout ids. */
const OURS = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a payout in this state took money, or may still. */
const takesMoney = {
  REQUESTED: true,
  IN_PROGRESS: true,
  COMPLETED: true,
  FAILED: false,
  REJECTED: false,
  CANCELED: false,
  DELETED: false,
} satisfies Record<PayoutStatus, boolean>;

// prettier-ignore
/** What the books believe of a payout in this state. `waits`: it will be sent; `dropped`: it never will be. */
const belief = {
  planned:    'waits',
  reserved:   'waits',
  submitted:  'sent', // Unless its batch was never claimed: see below.
  unknown:    'sent',
  parked:     'sent', // People decide about it, with the provider's book open.
  in_transit: 'sent',
  paid:       'sent',
  failed:     'sent',
  returned:   'sent',
  refused:    'dropped',
  released:   'dropped',
} satisfies Record<PayoutState, 'waits' | 'sent' | 'dropped'>;

const believed = ({ state, batchState }: Known) =>
  state === 'submitted' && batchState === 'prepared' ? 'waits' : belief[state];

/** Whether the books are going to send what the provider has already. */
export const isAboutToBeSent = (known: Known): boolean => believed(known) === 'waits';

/**
 * Holds one payout of the provider's listing against the books as they stood after it was listed. Null: they agree, or it is none
 * of ours. What ended without taking money is no finding, except where the books are about to send it: then they lost something.
 */
export function differenceOf(listed: Listed, known: Known | null, isOurSeller: boolean): Difference | null {
  const took = takesMoney[listed.status];
  if (known === null) return took && (isOurSeller || OURS.test(listed.refPayoutId ?? '')) ? 'UNKNOWN_PAYOUT' : null;
  if (known.amount !== listed.amount.minor || known.providerSellerId !== listed.destination)
    return took ? 'OTHER_CONTENT' : null;
  if (believed(known) === 'waits') return 'NEVER_SENT';
  return believed(known) === 'dropped' && took ? 'NEVER_SENT' : null;
}
