import { endpoint, Instant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { sellerMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { BalanceCover } from './dispatch-control.contract.js';
import { may } from './refusals.js';
import { BusinessDate, SellerKey, Won } from './values.js';

/**
 * The weekly limit of a seller under review: used amount, headroom, and when the headroom grows. Only sellers in state
 * `limited` have a limit.
 */
export const PayoutHeadroom = z.object({
  sellerId: SellerKey,
  state: z.enum(sellerMachine.states),
  at: Instant,
  /** Won that may be paid in a week; null: no limit. */
  limit: WonNumber.nullable(),
  /**
   * Won paid or reserved in the last seven days, and since Monday (Asia/Seoul). The provider's documents do not say
   * which of the two counts.
   */
  usedRolling: WonNumber,
  usedThisWeek: WonNumber,
  /** The larger of `usedRolling` and `usedThisWeek`: this one counts. */
  used: WonNumber,
  headroom: WonNumber.nullable(),
  /** Won payable to the seller now, and the part of them that the limit keeps back. */
  payable: Won,
  waiting: WonNumber,
  /** When paid amounts stop counting: amount by date, and the headroom from then on if nothing more is paid. */
  frees: z.array(z.object({ date: BusinessDate, amount: WonNumber, headroom: WonNumber })),
  /** The date from which all waiting money can be paid; null: nothing waits, or the date is beyond the forecast. */
  fitsOn: BusinessDate.nullable(),
  /** Whether the balance at the provider covers the payouts of all sellers that wait; null: none wait. */
  cover: BalanceCover.nullable(),
});

export const getPayoutHeadroom = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/payout-headroom',
  summary: 'What a seller under review may still be paid this week, what waits for it, and when it fits.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ sellerId: SellerKey }),
  success: { status: 200, body: PayoutHeadroom },
  errors: may('SELLER_NOT_FOUND'),
});

export const payoutHeadroomContract = { getPayoutHeadroom } as const;
