import { endpoint, Instant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { sellerMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, SellerKey, Won } from './values.js';

/** What the weekly limit of a seller under review leaves, and when it leaves more. Only state `limited` has a limit. */
export const PayoutHeadroom = z.object({
  sellerId: SellerKey,
  state: z.enum(sellerMachine.states),
  at: Instant,
  /** The most that may be paid in a week; null: no limit. */
  limit: WonNumber.nullable(),
  /** Paid or promised in the last seven days, and since Monday in Asia/Seoul: the provider does not say which it means. */
  usedRolling: WonNumber,
  usedThisWeek: WonNumber,
  /** The larger of both: what counts. */
  used: WonNumber,
  headroom: WonNumber.nullable(),
  /** What is owed to the seller by now, and what of it the limit keeps back. */
  payable: Won,
  waiting: WonNumber,
  /** When what was paid stops counting: how much on which date, and the headroom from then on if nothing more is paid. */
  frees: z.array(z.object({ date: BusinessDate, amount: WonNumber, headroom: WonNumber })),
  /** The date from which all that waits can have been paid; null: nothing waits, or it takes longer than the forecast reaches. */
  fitsOn: BusinessDate.nullable(),
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
