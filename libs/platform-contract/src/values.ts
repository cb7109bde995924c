import { Instant, IntText } from '@jeongsan/http-contract';
import { SignedWonNumber } from '@jeongsan/money';
import { z } from 'zod';

export const SellerKey = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, '1 to 40 letters, digits, - or _');
export const ProductKey = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, '1 to 60 letters, digits, - or _');
/** The id of a line within its order, as the market numbers its lines. */
export const LineId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
export const CategoryName = z.string().min(1).max(60);
/** Bounds of dates and instants in requests: a value outside them is most likely a typing error. */
const FIRST_DATE = '2000-01-01';
const LAST_DATE = '2100-12-31';
const WITHIN = 'is not between 2000 and 2100';
const EARLIEST = new Date(`${FIRST_DATE}T00:00:00+09:00`);
const LATEST = new Date(`${LAST_DATE}T23:59:59.999+09:00`);

/** Asia/Seoul, yyyy-MM-dd, from 2000 through 2100. */
export const BusinessDate = z.iso.date().refine((date) => date >= FIRST_DATE && date <= LAST_DATE, WITHIN);
/** A month of Asia/Seoul, yyyy-MM, from 2000 through 2100. */
export const BusinessMonth = z
  .string()
  .regex(/^(20\d{2}|2100)-(0[1-9]|1[0-2])$/, 'is no month yyyy-MM between 2000 and 2100');
/** An instant in a request: ISO 8601 with an offset, from 2000 through 2100 in Asia/Seoul. */
export const NamedInstant = Instant.refine((at) => at >= EARLIEST && at <= LATEST, WITHIN);
/** The numbers that order lines must carry so that formulas can be computed; a line without one of them is refused. */
export const NumbersNeeded = z.array(z.string());
/** Won in our own reports: signed, since a balance can be negative. */
export const Won = SignedWonNumber;
/** The reason of a person's decision, for auditors: at least three characters. */
export const DecisionReason = z.string().trim().min(3).max(500);

/** An amount in a query: whole minor units, zero or more, up to 9,007,199,254,740,991. */
export const AmountText = z.codec(
  z.string().regex(/^(0|[1-9]\d{0,15})$/, 'is no whole number of minor units'),
  z.bigint().nonnegative().max(BigInt(Number.MAX_SAFE_INTEGER)),
  { decode: (text) => BigInt(text), encode: (amount) => String(amount) },
);

/** Filters that several lists have. */
export const filters = {
  /** First and last day in Asia/Seoul, both included. */
  days: { from: BusinessDate.optional(), to: BusinessDate.optional() },
  /** Least and greatest amount in minor units, both included. */
  amounts: { minAmount: AmountText.optional(), maxAmount: AmountText.optional() },
  /** Part of an id or of a name, at least two characters; upper and lower case are the same. */
  text: { text: z.string().trim().min(2).max(100).optional() },
} as const;
/** The next page of a list whose items have UUIDs. */
export const paging = { after: z.uuid().optional(), limit: IntText.optional() } as const;
