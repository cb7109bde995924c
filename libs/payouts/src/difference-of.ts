import type { BatchState, PayoutState } from '@jeongsan/state-machines';
import { takesMoney } from './failure-class.js';
import type { ProviderPayout } from './payout.js';

/**
 * How a payout at the provider differs from our records: we do not know it, we have it as never sent, or we have it with
 * another amount or seller.
 */
export type Difference = 'UNKNOWN_PAYOUT' | 'NEVER_SENT' | 'OTHER_CONTENT';

export type Listed = Pick<ProviderPayout, 'refPayoutId' | 'destination' | 'amount' | 'status'>;

/** Our payout with the listed reference; `batchState`: the state of its batch, null without one. */
export type Known = Readonly<{
  amount: bigint;
  providerSellerId: string;
  state: PayoutState;
  batchState: BatchState | null;
}>;

/** Payout ids, which are our references, are UUIDs. */
const OURS = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

// prettier-ignore
/**
 * What our records say of a payout in this state. `waits`: it will be sent; `sent`: it was sent; `dropped`: it will never be
 * sent.
 */
const belief = {
  planned:    'waits',
  reserved:   'waits',
  submitted:  'sent', // 'waits' while the batch is unclaimed, see `believed`.
  unknown:    'sent',
  parked:     'sent', // People decide, with the provider's records.
  in_transit: 'sent',
  paid:       'sent',
  failed:     'sent',
  returned:   'sent',
  refused:    'dropped',
  released:   'dropped',
} satisfies Record<PayoutState, 'waits' | 'sent' | 'dropped'>;

const believed = ({ state, batchState }: Known) =>
  state === 'submitted' && batchState === 'prepared' ? 'waits' : belief[state];

/** Whether our records would still send a payout that the provider already has. */
export const isAboutToBeSent = (known: Known): boolean => believed(known) === 'waits';

/**
 * Compares one payout of the provider's listing with our records, which must be read after the listing. Null: no difference, or
 * not our payout. A payout that ended without taking money is a difference only when our records would still send it: they have
 * lost the record of sending it.
 */
export function differenceOf(listed: Listed, known: Known | null, isOurSeller: boolean): Difference | null {
  const took = takesMoney(listed.status);
  if (known === null) return took && (isOurSeller || OURS.test(listed.refPayoutId ?? '')) ? 'UNKNOWN_PAYOUT' : null;
  if (known.amount !== listed.amount.minor || known.providerSellerId !== listed.destination)
    return took ? 'OTHER_CONTENT' : null;
  if (believed(known) === 'waits') return 'NEVER_SENT';
  return believed(known) === 'dropped' && took ? 'NEVER_SENT' : null;
}
