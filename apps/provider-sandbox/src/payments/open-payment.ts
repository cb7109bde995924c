import type { PaymentMethodName, ProviderErrorCode } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { randomText } from '../ids.js';
import type { Call } from '../world.js';
import { PAYMENT_COLUMNS, storeDetails } from './payment.js';
import { taxFreeOf } from './tax-free.js';
import type { PaymentDetails, PaymentObject, PaymentRow } from './payment-row.js';
import { seoulIso } from '@jeongsan/calendar';
import { statement } from '@jeongsan/sql';

/** Minutes from opening the window to authentication. The time from authentication to confirm is counted separately. */
export const OPEN_MINUTES = 30;
export const CONFIRM_MINUTES = 10;

export type OpenedPayment = Readonly<{
  method: PaymentMethodName;
  /** The answer of the method's bank or card company. */
  details: PaymentDetails;
  amount: bigint;
  orderId: string;
  orderName: string;
  /** The type of the payment; by default NORMAL. */
  type?: PaymentObject['type'];
  customerKey?: string;
  taxFreeAmount?: bigint | undefined;
  taxExemptionAmount?: bigint | undefined;
  useEscrow?: boolean | undefined;
  cultureExpense?: boolean | undefined;
  /** The currency of the payment; by default KRW. */
  currency?: PaymentRow['currency'] | undefined;
  country?: string;
  /** Whether the payment can be canceled in part; false: only as a whole. */
  isPartialCancelable?: boolean;
  metadata?: Record<string, string> | undefined;
  refuseWith?: ProviderErrorCode | undefined;
  /** Whether the buyer has already been through the window. */
  isAuthenticated?: boolean;
}>;

export const minutesAfter = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);

/** Stores a new payment: READY, or IN_PROGRESS when the buyer has authenticated. */
export async function openPayment(call: Call, opened: OpenedPayment): Promise<PaymentRow> {
  const taxFreeAmount = taxFreeOf(call.world, opened.amount, opened);
  const taxExemptionAmount = opened.taxExemptionAmount ?? 0n;
  const isWithin = taxFreeAmount + taxExemptionAmount <= opened.amount;
  if (!isWithin) throw new Refused('INVALID_REQUEST', { about: ['taxFreeAmount'] });
  const { isAuthenticated = false } = opened;
  // A payment key ends in five random characters: two payments of one second may draw the same, so another key is
  // tried.
  for (let attempt = 0; attempt < KEY_ATTEMPTS_MAX; attempt += 1) {
    const [row] = await INSERT.rows<PaymentRow>(call.sql, {
      paymentKey: newPaymentKey(call),
      orderId: opened.orderId,
      orderName: opened.orderName,
      method: opened.method,
      status: isAuthenticated ? 'IN_PROGRESS' : 'READY',
      amount: opened.amount,
      taxFreeAmount,
      requestedAt: call.now,
      expiresAt: minutesAfter(call.now, isAuthenticated ? CONFIRM_MINUTES : OPEN_MINUTES),
      secret: `ps_${randomText(27)}`,
      details: storeDetails(opened.details),
      metadata: opened.metadata ? JSON.stringify(opened.metadata) : null,
      refuseWith: opened.refuseWith ?? null,
      type: opened.type ?? 'NORMAL',
      customerKey: opened.customerKey ?? null,
      taxExemptionAmount,
      useEscrow: opened.useEscrow ?? false,
      cultureExpense: opened.cultureExpense ?? false,
      currency: opened.currency ?? 'KRW',
      country: opened.country ?? 'KR',
      isPartialCancelable: isPartialCancelable(opened),
    });
    if (row) return row;
  }
  throw new Error('No free payment key was found');
}

const KEY_ATTEMPTS_MAX = 5;

/**
 * Whether a payment can be canceled in part: not a card payment with an amount excluded from tax (document 1 section
 * 2.1).
 */
const isPartialCancelable = (opened: OpenedPayment): boolean =>
  (opened.isPartialCancelable ?? true) && !(opened.method === '카드' && (opened.taxExemptionAmount ?? 0n) > 0n);

const INSERT = statement(`
  insert into payment (payment_key, order_id, order_name, method, status, total_amount, balance_amount, tax_free_amount,
    requested_at, expires_at, secret, details, metadata, refuse_with,
    type, customer_key, tax_exemption_amount, use_escrow, culture_expense, currency, country, is_partial_cancelable)
  values (:paymentKey, :orderId, :orderName, :method, :status, :amount, :amount, :taxFreeAmount, :requestedAt, :expiresAt, :secret,
    :details, :metadata, :refuseWith, :type, :customerKey, :taxExemptionAmount, :useEscrow, :cultureExpense, :currency, :country,
    :isPartialCancelable)
  on conflict (payment_key) do nothing returning ${PAYMENT_COLUMNS}`);

/** A payment key in the form of real ones: merchant, second in Seoul, five random characters. */
const newPaymentKey = ({ world, now }: Call): string =>
  `${world.env.M_ID}${seoulIso(now).slice(0, 19).replace(/\D/g, '')}${randomText(5)}`;
