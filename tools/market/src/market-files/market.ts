export const BUSINESS_TYPES = ['INDIVIDUAL', 'INDIVIDUAL_BUSINESS', 'CORPORATE'] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number];

/** How far a seller gets with the provider: everything, identity only (so the weekly limit stays), or nothing at all. */
export const VERIFICATIONS = ['COMPLETED', 'IDENTITY_ONLY', 'NEVER'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

export const LAG_UNITS = ['CALENDAR', 'BUSINESS'] as const;
export type LagUnit = (typeof LAG_UNITS)[number];

/** Where a pay day that is no business day moves to. */
export const DATE_POLICIES = ['HOLIDAY_BEFORE', 'HOLIDAY_AFTER', 'CALENDAR_DAY'] as const;
export type DatePolicy = (typeof DATE_POLICIES)[number];

/** The words the provider's payment object uses for its methods. */
export const METHODS = ['카드', '간편결제', '계좌이체'] as const;
export type Method = (typeof METHODS)[number];

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The days a seller is paid on; a day of the month the month does not have means its last day. */
export type Cycle =
  | Readonly<{ kind: 'DAILY' }>
  | Readonly<{ kind: 'WEEKLY'; weekdays: readonly Weekday[] }>
  | Readonly<{ kind: 'MONTHLY'; daysOfMonth: readonly number[] }>;

/** A row of sellers.csv. An INDIVIDUAL has neither a representative nor a business registration number. */
export type Seller = Readonly<{
  sellerId: string;
  businessType: BusinessType;
  name: string;
  representativeName: string | undefined;
  businessRegistrationNumber: string | undefined;
  email: string;
  phone: string;
  bankCode: string;
  accountNumber: string;
  holderName: string;
  verification: Verification;
}>;

/** A part of what a line earns, in percent, and how long it waits for its payment day. */
export type Tranche = Readonly<{ percent: number; days: number; unit: LagUnit }>;

/** How a seller is taxed; 3.3 % are withheld from what WITHHOLDING ones are paid. */
export const TAX_TYPES = ['GENERAL', 'SIMPLIFIED', 'EXEMPT', 'WITHHOLDING', 'NON_WITHHOLDING'] as const;
export type TaxType = (typeof TAX_TYPES)[number];

/** What is kept back of payouts: a percentage of each for some days, or up to an amount. */
export type Reserve =
  Readonly<{ kind: 'ROLLING'; percent: number; days: number }> | Readonly<{ kind: 'FIXED'; amount: bigint }>;

export const HOLD_SCOPES = ['SELLER', 'ORDER', 'AMOUNT'] as const;

/** A row of terms.csv: what the market agreed with a seller for orders from `effectiveFrom` (Asia/Seoul) on. */
export type Terms = Readonly<{
  sellerId: string;
  effectiveFrom: string;
  /** In 1/100000 of the seller's base: 10000 is 10 %. */
  commissionRate: number;
  /** What is left of a line matures in these parts; they add up to 100 percent. */
  tranches: readonly Tranche[];
  cycle: Cycle;
  datePolicy: DatePolicy;
  taxType: TaxType;
  reserve: Reserve | undefined;
  /** How much of what is payable may go to a seller's debt, in percent. */
  debtNetPercent: number;
}>;

/** A row of holds.csv: money that an operator keeps back. Without a day of release it stays held. */
export type Hold = Readonly<{
  holdId: string;
  sellerId: string;
  scope: (typeof HOLD_SCOPES)[number];
  orderId: string | undefined;
  amount: bigint | undefined;
  reason: string;
  placedOn: string;
  releaseOn: string | undefined;
}>;

/** A row of orders.csv: what one seller sold within an order. Amounts are won. */
export type OrderLine = Readonly<{
  lineId: string;
  sellerId: string;
  category: string;
  amount: bigint;
  taxFreeAmount: bigint;
  discountAmount: bigint;
  discountBySeller: bigint;
}>;

/** An order with its lines in file order. `orderedAt` ends in +09:00, so its first ten characters are the business date. */
export type Order = Readonly<{
  orderId: string;
  orderedAt: string;
  orderName: string;
  method: Method;
  lines: readonly OrderLine[];
}>;

/** A row of cancels.csv. Without an amount: all that remains. Without a line: the order as a whole. */
export type Cancel = Readonly<{
  cancelId: string;
  orderId: string;
  canceledAt: string;
  reason: string;
  amount: bigint | undefined;
  lineId: string | undefined;
}>;

/** A market's month: orders and cancels in the order of time, everything else in file order. */
export type Market = Readonly<{
  sellers: readonly Seller[];
  terms: readonly Terms[];
  orders: readonly Order[];
  cancels: readonly Cancel[];
  holds: readonly Hold[];
}>;

/** What the buyer pays for a line, in won. */
export const paidForLine = (line: OrderLine): bigint => line.amount - line.discountAmount;

/** What the buyer pays for an order, in won. */
export const paidForOrder = (order: Order): bigint => order.lines.reduce((sum, line) => sum + paidForLine(line), 0n);
