import type { LineRule, OrderSettlement, PayoutExplanation } from '@jeongsan/platform-contract';
import { lineColumns as componentsAndNet, readPricingDocument } from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';
import type { z } from 'zod';

/** The columns by which every explanation reads an order line, its payment and the provider's settlement row. */

type Line = z.output<typeof LineRule>;
type Payment = NonNullable<z.output<typeof OrderSettlement>['payment']>;
type Settlement = NonNullable<z.output<typeof OrderSettlement>['settlement']>;
type Cancel = NonNullable<z.output<typeof PayoutExplanation>['lines']['items'][number]['cancel']>;

type Columns<Prefix extends string, T> = { [K in keyof T & string as `${Prefix}.${K}`]: T[K] | null };
/** A row of left joins: all columns of a part are null if the part does not exist. */
export type LineRow = Columns<'line', Omit<Line, 'pricing'> & { pricing: unknown }>;
export type PaymentRow = Columns<'payment', Payment>;
export type SettlementRow = Columns<'settlement', Settlement>;
export type CancelRow = Columns<'cancel', Cancel>;

/** The columns of gateway.order_line, alias `o`. */
export const lineColumns = selected(
  {
    orderId: 'order_id',
    lineId: 'line_id',
    sellerId: 'seller_id',
    ...componentsAndNet,
    pricing: 'pricing',
  } satisfies Record<keyof Line, string>,
  'o',
  'line.',
);

/** The columns of gateway.payment, alias `p`. */
export const paymentColumns = selected(
  {
    paymentId: 'id',
    method: 'method',
    amount: 'amount',
    transactionKey: 'transaction_key',
    approvedAt: 'approved_at',
  } satisfies Record<keyof Payment, string>,
  'p',
  'payment.',
);

/** The columns of reconciliation.settlement, alias `r`. */
export const settlementColumns = selected(
  {
    transactionKey: 'transaction_key',
    state: 'state',
    amount: 'amount',
    fee: 'fee',
    payOutAmount: 'pay_out_amount',
    soldDate: 'sold_date',
    paidOutDate: 'paid_out_date',
  } satisfies Record<keyof Settlement, string>,
  'r',
  'settlement.',
);

/** The columns of gateway.cancel_line, alias `c`, and of its cancel, alias `k`. */
export const cancelColumns = `${selected(
  {
    cancelId: 'cancel_id',
    paid: 'paid',
    net: 'net',
    fromPayable: 'from_payable',
    toDebt: 'to_debt',
  } satisfies Record<Exclude<keyof Cancel, 'canceledAt'>, string>,
  'c',
  'cancel.',
)}, k.canceled_at as "cancel.canceledAt"`;

/** The columns of a row with a prefix, as one object; null if the left join found no row. */
function partOf<T>(row: object, prefix: string, key: string): T | null {
  const part = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
      name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), value]] : [],
    ),
  );
  return part[key] == null ? null : (part as T);
}

export function lineOf(row: LineRow): Line | null {
  const line = partOf<Line>(row, 'line', 'orderId');
  return line && { ...line, pricing: readPricingDocument(line.pricing) };
}
export const paymentOf = (row: PaymentRow): Payment | null => partOf<Payment>(row, 'payment', 'paymentId');
export const settlementOf = (row: SettlementRow): Settlement | null =>
  partOf<Settlement>(row, 'settlement', 'transactionKey');
export const cancelOf = (row: CancelRow): Cancel | null => partOf<Cancel>(row, 'cancel', 'cancelId');
