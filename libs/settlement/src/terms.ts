import type { Cycle, DatePolicy, Lag } from '@jeongsan/calendar';

/** The contract with a seller, as it stood on one day. Versioned by `effectiveFrom`, frozen on each order line. */
export type Terms = Readonly<{
  sellerId: string;
  /** First Asia/Seoul date (yyyy-MM-dd) on which new orders fall under these terms. */
  effectiveFrom: string;
  /** Commission in 1/100,000 of what the seller sells the line for: 10,000 is 10 %. */
  commissionRate: bigint;
  /** Days from payment until a line is payable. */
  lag: Lag;
  /** When what is payable is paid. */
  cycle: Cycle;
  /** What happens to a date that falls on a holiday. */
  datePolicy: DatePolicy;
}>;

/** Above this a seller could end up owing the platform for having sold something, once VAT is added. */
export const COMMISSION_RATE_MAX = 90_000n;
/** VAT on commission, in 1/100,000 (Value-Added Tax Act, article 30: 10 %). */
export const VAT_RATE = 10_000n;
