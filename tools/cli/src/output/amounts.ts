import { formatAmount } from '@jeongsan/money';

/** Members that are amounts in minor units of the currency beside them, in records and in the sides of a break. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['amount', 'balance', 'canceled', 'canceledAmount', 'gain', 'total'],
  ...['baseFee', 'fee', 'fees', 'firstAmount', 'payOutAmount', 'supplyAmount', 'vat'],
]);
const WHOLE = /^-?\d+$/;

type Row = Readonly<Record<string, unknown>>;

/**
 * An amount in another currency than won as people write it, `120.00 USD`; undefined for every other value. `row` has its members by
 * their paths. The currency of `a.b.amount` is `a.b.currency`, `a.currency` or `currency`, the first of them that the row has; `ofWhole`: the
 * currency of what the row is a part of.
 */
export function foreignAmountOf(row: Row, path: string, ofWhole?: unknown): string | undefined {
  const parents = path.split('.');
  const value = String(row[path]);
  if (!AMOUNTS.has(parents.pop() ?? '') || !WHOLE.test(value)) return undefined;
  const near = parents.map((_, depth) => row[[...parents.slice(0, parents.length - depth), 'currency'].join('.')]);
  const currency = [...near, row['currency'], ofWhole].find((one) => typeof one === 'string');
  return currency === undefined || currency === 'KRW' ? undefined : formatAmount(BigInt(value), currency);
}
