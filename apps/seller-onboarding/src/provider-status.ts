import type { SellerStatus } from '@jeongsan/provider-contract';
import type { SellerEvent } from '@jeongsan/state-machines';

// prettier-ignore
/** The event that each provider status means for a seller (document 2 section 3.1). */
const eventOf = {
  APPROVAL_REQUIRED:  'awaitIdentity',
  PARTIALLY_APPROVED: 'limit',
  KYC_REQUIRED:       'requireKyc',
  APPROVED:           'approve',
} as const satisfies Record<SellerStatus, SellerEvent>;

// prettier-ignore
/**
 * The events for a seller whose status is read for the first time: the seller may have passed several states at the
 * provider before our registration was answered.
 */
const firstOf = {
  APPROVAL_REQUIRED:  ['awaitIdentity'],
  PARTIALLY_APPROVED: ['limit'],
  KYC_REQUIRED:       ['limit', 'requireKyc'],
  APPROVED:           ['limit', 'approve'],
} as const satisfies Record<SellerStatus, readonly SellerEvent[]>;

/** The event of a status; undefined for a status that the documents do not name: the seller is asked for again later. */
export const sellerEventOf = (status: string): SellerEvent | undefined =>
  Object.hasOwn(eventOf, status) ? eventOf[status as SellerStatus] : undefined;

/** A first status that the documents do not name counts as APPROVAL_REQUIRED: the seller is paid nothing yet. */
export const firstEventsOf = (status: string): readonly SellerEvent[] =>
  Object.hasOwn(firstOf, status) ? firstOf[status as SellerStatus] : firstOf.APPROVAL_REQUIRED;
