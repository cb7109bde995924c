export const BUSINESS_TYPES = ['INDIVIDUAL', 'INDIVIDUAL_BUSINESS', 'CORPORATE'] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number];

/** How far a seller gets with the provider: fully verified, identity only (the weekly limit stays), or not at all. */
export const VERIFICATIONS = ['COMPLETED', 'IDENTITY_ONLY', 'NEVER'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

export const LAG_UNITS = ['CALENDAR', 'BUSINESS'] as const;
export type LagUnit = (typeof LAG_UNITS)[number];

/** How a payment date that is not a business day is moved. */
export const DATE_POLICIES = ['HOLIDAY_BEFORE', 'HOLIDAY_AFTER', 'CALENDAR_DAY'] as const;
export type DatePolicy = (typeof DATE_POLICIES)[number];

/** The provider's names of payment methods. */
export const METHODS = ['카드', '간편결제', '계좌이체', '가상계좌'] as const;
export type Method = (typeof METHODS)[number];

/** How a buyer pays. BESIDE is the payment window, confirmed by the market's own servers at the provider. */
export const WAYS = ['WINDOW', 'VIRTUAL_ACCOUNT', 'BILLING', 'WALLET', 'KEY_IN', 'LINK', 'ARS', 'BESIDE'] as const;
export type Way = (typeof WAYS)[number];

/**
 * When the market registers the order with the gateway: before the payment, at once after the payment, or on the next day.
 * BY_SPLIT: never; the gateway makes the order from the split of the link's product, or of the ARS service.
 */
export const REGISTRATIONS = ['BEFORE', 'AFTER', 'NEXT_DAY', 'BY_SPLIT'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

/** Where a cancel is made: through the gateway, or beside the gateway at the provider, which knows no lines. */
export const SIDES = ['GATEWAY', 'PROVIDER'] as const;
export type Side = (typeof SIDES)[number];

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The dates on which a seller is paid; a day beyond the month's end means its last day. */
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

/** A part of a line's net amount in percent, and its waiting time. */
export type Tranche = Readonly<{ percent: number; days: number; unit: LagUnit }>;

/** How a seller is taxed; 3.3 % of payments to WITHHOLDING sellers are withheld. */
export const TAX_TYPES = ['GENERAL', 'SIMPLIFIED', 'EXEMPT', 'WITHHOLDING', 'NON_WITHHOLDING'] as const;
export type TaxType = (typeof TAX_TYPES)[number];

/** The reserve: a percentage of each payout for some days, or up to a fixed amount. */
export type Reserve =
  | Readonly<{ kind: 'ROLLING'; percent: number; days: number }>
  | Readonly<{ kind: 'FIXED'; amount: bigint }>;

export const HOLD_SCOPES = ['SELLER', 'ORDER', 'AMOUNT'] as const;

/** A row of terms.csv: the market's agreement with a seller for orders from `effectiveFrom` (Asia/Seoul) on. */
export type Terms = Readonly<{
  sellerId: string;
  effectiveFrom: string;
  /** In 1/100000 of the seller's base: 10000 is 10 %. */
  commissionRate: number;
  /** The tranches of a line's net amount; they add up to 100 percent. */
  tranches: readonly Tranche[];
  cycle: Cycle;
  datePolicy: DatePolicy;
  taxType: TaxType;
  reserve: Reserve | undefined;
  /** The most of the payable money that is netted with a seller's debt, in percent. */
  debtNetPercent: number;
}>;

/** A row of holds.csv: a hold placed by an operator. Without a release date the hold stays. */
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

/** A row of orders.csv: one seller's line of an order. Amounts are won. */
export type OrderLine = Readonly<{
  lineId: string;
  sellerId: string;
  category: string;
  /** The units of the line; `amount` is the price of all of them. */
  quantity: number;
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
  way: Way;
  registered: Registration;
  /** When the buyer pays into the virtual account; undefined: never, or another way of paying. */
  depositedAt: string | undefined;
  lines: readonly OrderLine[];
}>;

/** Won of an order line. */
export type LinePart = Readonly<{ lineId: string; amount: bigint }>;

/** A row of cancels.csv. Without amount and quantity: everything that remains. Without a line: the whole order. */
export type Cancel = Readonly<{
  cancelId: string;
  orderId: string;
  canceledAt: string;
  reason: string;
  amount: bigint | undefined;
  lineId: string | undefined;
  side: Side;
  /** Units of the line. */
  quantity: number | undefined;
  /** The lines that were meant, as an operator says on the next day; undefined: the platform's rule stands. */
  allocatedTo: readonly LinePart[] | undefined;
}>;

/** A month of a market: orders and cancels in the order of time, everything else in file order. */
export type Market = Readonly<{
  sellers: readonly Seller[];
  terms: readonly Terms[];
  orders: readonly Order[];
  cancels: readonly Cancel[];
  holds: readonly Hold[];
}>;

/** Won that the buyer pays for a line. */
export const paidForLine = (line: OrderLine): bigint => line.amount - line.discountAmount;

/** Won that the buyer pays for an order. */
export const paidForOrder = (order: Order): bigint => order.lines.reduce((sum, line) => sum + paidForLine(line), 0n);

/**
 * Whether the buyer's payment goes through the gateway. A charge that the market itself sends goes there if its order is
 * registered by then, and else beside us: the gateway refuses charges of unknown orders.
 */
export const isThroughUs = ({ way, registered }: Pick<Order, 'way' | 'registered'>): boolean =>
  isSentByMarket[way] && registered === 'BEFORE';

const isSentByMarket = {
  WINDOW: true,
  VIRTUAL_ACCOUNT: true,
  BILLING: true,
  WALLET: true,
  KEY_IN: true,
  LINK: false,
  ARS: false,
  BESIDE: false,
} as const satisfies Record<Way, boolean>;

/**
 * Whether a split can stand for an order's lines: a split is for one unit and has no discounts, and the split of an ARS service
 * names one seller, because it holds for payments of any amount.
 */
export const isSplittable = (
  way: Way,
  lines: readonly Omit<OrderLine, 'lineId' | 'sellerId' | 'category'>[],
): boolean =>
  (way === 'LINK' || (way === 'ARS' && lines.length === 1)) &&
  lines.every(({ discountAmount, quantity }) => discountAmount === 0n && quantity === 1);

/** When the market has the buyer's money; undefined: the virtual account never gets a deposit. */
export const paidAt = ({ way, orderedAt, depositedAt }: Order): string | undefined =>
  way === 'VIRTUAL_ACCOUNT' ? depositedAt : orderedAt;
