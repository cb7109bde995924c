import type { SellerStatus } from '@jeongsan/provider-contract';
import type { SellerEvent } from '@jeongsan/state-machines';

// prettier-ignore
/** The event that each provider status means for a seller (document 2 section 3.1). */
export const sellerEventOf = {
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
export const firstEventsOf = {
  APPROVAL_REQUIRED:  ['awaitIdentity'],
  PARTIALLY_APPROVED: ['limit'],
  KYC_REQUIRED:       ['limit', 'requireKyc'],
  APPROVED:           ['limit', 'approve'],
} as const satisfies Record<SellerStatus, readonly SellerEvent[]>;
