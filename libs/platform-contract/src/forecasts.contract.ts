import { endpoint, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, SellerKey, Won } from './values.js';

/** One date of the forecast: opening + inflow - due = closing, and the next date opens with what this one closes with. */
export const CashDay = z.object({
  businessDate: BusinessDate,
  opening: Won,
  /** What the provider is going to release from its pending balance on that date; negative where cancels outweigh sales. */
  inflow: Won,
  /** What sellers are due: payable on their cycle date, and lines on the first cycle date after they mature. */
  due: WonNumber,
  sellers: z.int(),
  closing: Won,
});

export const forecastCash = endpoint({
  method: 'GET',
  path: '/cash-forecast',
  summary: 'Whether the provider’s balance covers what sellers are due, day by day; gross of reserves, tax and holds.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    /** How many dates from today on: 1 to 90, 30 unless told. */
    days: IntText.optional(),
  }),
  success: {
    status: 200,
    body: z.object({
      /** Promised to payouts that have not left the balance yet: taken off the first opening. */
      promised: WonNumber,
      days: z.array(CashDay),
      /** The largest amount by which a closing is below zero: what must be topped up; 0 when it covers everything. */
      shortfall: WonNumber,
      shortOn: BusinessDate.nullable(),
      /** Due after the last date, or on no known date. */
      dueLater: WonNumber,
    }),
  },
  errors: may('FORECAST_WINDOW_INVALID', 'CALENDAR_YEAR_UNKNOWN'),
});

/** What the statement of one seller would be. `opening + movements = payoutAmount + carried`. */
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
    /** Today or later, without a run; of a later date, what is approved counts as settled by the provider until then. */
    businessDate: BusinessDate,
    after: SellerKey.optional(),
    /** 1 to 200 sellers at once, since their accounts are locked meanwhile; 100 unless told. */
    limit: z.int().min(1).max(200).optional(),
  }),
  success: { status: 200, body: page(DryStatement).extend({ payoutTotal: WonNumber, carriedTotal: Won }) },
  errors: may('RUN_DATE_TAKEN', 'RUN_DATE_PAST', 'CALENDAR_YEAR_UNKNOWN'),
});

export const forecastsContract = { forecastCash, dryRun } as const;
