import type { SellerStatus } from '@jeongsan/provider-contract';
import type { SellerEvent } from '@jeongsan/state-machines';

// prettier-ignore
/** What each status of the provider tells about our seller (document 2 section 3.1). */
export const sellerEventOf = {
  APPROVAL_REQUIRED:  'awaitIdentity',
  PARTIALLY_APPROVED: 'limit',
  KYC_REQUIRED:       'requireKyc',
  APPROVED:           'approve',
} as const satisfies Record<SellerStatus, SellerEvent>;

// prettier-ignore
/** The same for a seller that is seen there for the first time: it may have gone a part of the way before its answer reached us. */
export const firstEventsOf = {
  APPROVAL_REQUIRED:  ['awaitIdentity'],
  PARTIALLY_APPROVED: ['limit'],
  KYC_REQUIRED:       ['limit', 'requireKyc'],
  APPROVED:           ['limit', 'approve'],
} as const satisfies Record<SellerStatus, readonly SellerEvent[]>;
