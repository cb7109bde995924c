const MASK = '***';
/** Members nested deeper are masked as a whole: a stranger's body can be nested as deep as it is long. */
const DEPTH_MAX = 20;
const NAME = /^[A-Za-z]\w{0,39}$/;

// prettier-ignore
/**
 * Members of webhooks whose values are shown: ids, states, times and amounts. All others are masked, because anybody may send a
 * webhook, and the provider may add members with personal data.
 */
const SHOWN: ReadonlySet<string> = new Set([
  'eventType', 'eventId', 'entityType', 'version', 'createdAt', 'id', 'status', 'cancelStatus', 'method', 'type', 'mId', 'currency', 'country',
  'paymentKey', 'orderId', 'orderKey', 'transactionKey', 'lastTransactionKey', 'arsReservationKey', 'refPayoutId', 'refSellerId', 'sellerId',
  'payoutKey', 'subMallId', 'code', 'amount', 'value', 'totalAmount', 'balanceAmount', 'suppliedAmount', 'vat', 'taxFreeAmount',
  'taxExemptionAmount', 'cancelAmount', 'refundableAmount', 'fee', 'discountAmount', 'easyPayDiscountAmount', 'requestedAt', 'approvedAt',
  'canceledAt', 'changedAt', 'dueDate', 'payoutDate', 'scheduleType', 'settlementStatus', 'refundStatus', 'expired', 'useEscrow',
  'cultureExpense', 'isPartialCancelable', 'bankCode', 'issuerCode', 'acquirerCode',
]);

/** A stored body without names, texts, contacts, numbers of accounts and cards, and secrets. */
export function maskBody(body: Buffer): Readonly<Record<string, unknown>> {
  const json = parsed(body);
  return typeof json === 'object' && json !== null ? maskedMembers(json, 0) : {};
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const maskedMembers = (members: object, depth: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [NAME.test(name) ? name : MASK, masked(name, value, depth + 1)]),
  );

function masked(name: string, value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (depth > DEPTH_MAX) return MASK;
  if (Array.isArray(value)) return value.map((item) => masked(name, item, depth + 1));
  if (typeof value === 'object') return maskedMembers(value, depth);
  return SHOWN.has(name) ? value : MASK;
}
