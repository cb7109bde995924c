import { isSplittable, type Method, type Order, type OrderLine, type Registration, type Way } from './market.js';

/** The methods that a way of paying has, and when its orders can be registered. */
type Rule = Readonly<{ methods: readonly Method[]; registered: readonly Registration[] }>;

const WINDOW_METHODS = ['카드', '간편결제', '계좌이체'] as const;
const ANY_TIME = ['BEFORE', 'AFTER', 'NEXT_DAY'] as const;
// The provider makes up the order number when the buyer pays, so the order can be registered only afterwards.
const AFTERWARDS = ['AFTER', 'NEXT_DAY', 'BY_SPLIT'] as const;

// prettier-ignore
const rules = {
  // The gateway refuses to confirm a payment without an order.
  WINDOW:          { methods: WINDOW_METHODS, registered: ['BEFORE'] },
  VIRTUAL_ACCOUNT: { methods: ['가상계좌'],    registered: ['BEFORE'] },
  BILLING:         { methods: ['카드'],       registered: ANY_TIME },
  WALLET:          { methods: ['카드'],       registered: ANY_TIME },
  KEY_IN:          { methods: ['카드'],       registered: ANY_TIME },
  LINK:            { methods: WINDOW_METHODS, registered: AFTERWARDS },
  ARS:             { methods: ['카드'],       registered: AFTERWARDS },
  BESIDE:          { methods: WINDOW_METHODS, registered: ANY_TIME },
} as const satisfies Record<Way, Rule>;

/** A virtual account takes a deposit for seven days; five leave room for the hours in between. */
const DEPOSIT_DAYS_MAX = 5;
const DAY_MS = 86_400_000;

type WayOfOrder = Pick<Order, 'orderedAt' | 'method' | 'way' | 'registered' | 'depositedAt'>;

/** Why an order cannot be paid in its way; undefined when the order can. */
export function misfitOfWay(
  lines: readonly Omit<OrderLine, 'lineId' | 'sellerId' | 'category'>[],
  { orderedAt, method, way, registered, depositedAt }: WayOfOrder,
): Readonly<{ column: string; reason: string }> | undefined {
  const rule: Rule = rules[way];
  const oneOf = (words: readonly string[]) => words.join(', ');
  if (!rule.methods.includes(method)) {
    return { column: 'method', reason: `${way} is paid by ${oneOf(rule.methods)}, not ${method}` };
  }
  if (!rule.registered.includes(registered)) {
    return { column: 'registered', reason: `of ${way} is one of ${oneOf(rule.registered)}` };
  }
  if (rule.registered === AFTERWARDS && lines.some(({ taxFreeAmount }) => taxFreeAmount > 0n)) {
    return { column: 'taxFreeAmount', reason: `is above 0, but ${way} tells the provider no tax-free amount` };
  }
  if (registered === 'BY_SPLIT' && !isSplittable(way, lines)) {
    return {
      column: 'registered',
      reason: 'is BY_SPLIT, but a split knows one unit and no discount, that of ARS one line',
    };
  }
  if (depositedAt === undefined) return undefined;
  if (way !== 'VIRTUAL_ACCOUNT') return { column: 'depositedAt', reason: `is for VIRTUAL_ACCOUNT, not ${way}` };
  const days = (Date.parse(depositedAt) - Date.parse(orderedAt)) / DAY_MS;
  if (days > 0 && days <= DEPOSIT_DAYS_MAX) return undefined;
  return { column: 'depositedAt', reason: `is not within ${DEPOSIT_DAYS_MAX} days after ${orderedAt}` };
}
