import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
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

/** A seller under review, and how much of its weekly limit is used. */
export const LimitedSeller = z.object({
  sellerId: SellerKey,
  limit: WonNumber,
  usedRolling: WonNumber,
  usedThisWeek: WonNumber,
  /** The larger of `usedRolling` and `usedThisWeek`. */
  used: WonNumber,
  headroom: WonNumber,
  /** Whole percent of the limit, rounded down; more than 100 where a limit was exceeded. */
  usedPercent: z.int(),
  payable: Won,
});

/** Sellers of one answer at most. */
export const LIMITED_SELLERS_MAX = 1_000;

export const listLimitedSellers = endpoint({
  method: 'GET',
  path: '/payout-headroom',
  summary: 'Sellers under review near their weekly limit, the most used first.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    /** Sellers that used at least this share of their limit, in percent. Default: 80. */
    minPercent: IntText.optional(),
    /** The used won and the seller of the last item of the previous page. */
    after: z
      .string()
      .regex(/^\d{1,16} [A-Za-z0-9_-]{1,40}$/, 'is not the nextCursor of an earlier page')
      .optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(LimitedSeller) },
  errors: may(),
});

export const payoutHeadroomContract = { getPayoutHeadroom, listLimitedSellers } as const;
