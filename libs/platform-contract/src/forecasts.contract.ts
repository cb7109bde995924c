import { endpoint, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, SellerKey, Won } from './values.js';

/** One date of the cash forecast: opening + inflow - due = closing; the closing is the opening of the next date. */
export const CashDay = z.object({
  businessDate: BusinessDate,
  opening: Won,
  /**
   * Won that the provider will move from its pending to its available balance on that date; negative when cancels exceed sales.
   */
  inflow: Won,
  /** The part of the inflow of payments that are approved and in no settlement yet, on the date that is usual for their method. */
  unsettled: Won,
  /** Won due to sellers: payable money on its cycle date, and lines on the first cycle date after they mature. */
  due: WonNumber,
  sellers: z.int(),
  closing: Won,
  /** Inflows of the market's other accounts at the provider, from which no payout leaves. */
  otherAccounts: z.array(z.object({ account: z.string(), inflow: Won })),
});

export const forecastCash = endpoint({
  method: 'GET',
  path: '/cash-forecast',
  summary: 'Whether the provider’s balance covers what sellers are due, day by day; gross of reserves, tax and holds.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    /** Number of dates, today included: 1 to 90. Default: 30. */
    days: IntText.optional(),
  }),
  success: {
    status: 200,
    body: z.object({
      /** Where the first opening comes from: the balance that the provider named last, or our books. */
      source: z.enum(['PROVIDER', 'LEDGER']),
      /** Won of payouts that wait or are on their way; the first opening is without them. */
      promised: WonNumber,
      days: z.array(CashDay),
      /**
       * Won to add to the balance so that no closing is negative: the lowest closing, with the sign removed; 0 when no closing
       * is negative.
       */
      shortfall: WonNumber,
      /** The first date on which the closing is negative, and the won to add by then. */
      shortOn: BusinessDate.nullable(),
      shortOnBy: WonNumber,
      /** Won due after the last date of the forecast, or on an unknown date. */
      dueLater: WonNumber,
    }),
  },
  errors: may('FORECAST_WINDOW_INVALID', 'CALENDAR_YEAR_UNKNOWN'),
});

/** The statement that one seller would get. `opening + movements = payoutAmount + carried`. */
export const DryStatement = z.object({
  sellerId: SellerKey,
  opening: Won,
  movements: Won,
  payoutAmount: WonNumber,
  carried: Won,
  holdReason: z.string().nullable(),
  reserveReleased: WonNumber,
  debtNetted: WonNumber,
  withheld: Won,
  reserveHeld: WonNumber,
  heldBack: WonNumber,
});

export const dryRun = endpoint({
  method: 'POST',
  path: '/payout-runs/dry-run',
  summary:
    'What the run of a date would be, seller by seller: the run itself, done and undone. Nothing is kept, nothing is sent.',
  security: 'bearer',
  scope: 'payouts:operate',
  body: z.object({
    /**
     * Today or later, a date without a run. For a later date, payments approved by now count as settled by the provider until
     * then.
     */
    businessDate: BusinessDate,
    after: SellerKey.optional(),
    /** Number of sellers, 1 to 200: their accounts are locked during the request. Default: 100. */
    limit: z.int().min(1).max(200).optional(),
  }),
  success: { status: 200, body: page(DryStatement).extend({ payoutTotal: WonNumber, carriedTotal: Won }) },
  errors: may('RUN_DATE_TAKEN', 'RUN_DATE_PAST', 'CALENDAR_YEAR_UNKNOWN'),
});

export const forecastsContract = { forecastCash, dryRun } as const;
