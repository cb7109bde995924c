import type { PaymentMethodName, ProviderErrorCode } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { randomText } from '../ids.js';
import type { Call } from '../world.js';
import { PAYMENT_COLUMNS, storeDetails } from './payment.js';
import type { PaymentDetails, PaymentObject, PaymentRow } from './payment-row.js';
import { seoulIso } from '@jeongsan/calendar';

/** From opening the window to authentication, and from authentication to confirm: two windows, not one. */
export const OPEN_MINUTES = 30;
export const CONFIRM_MINUTES = 10;

export type OpenedPayment = Readonly<{
  method: PaymentMethodName;
  /** The answer of the method's bank or card company. */
  details: PaymentDetails;
  amount: bigint;
  orderId: string;
  orderName: string;
  /** Default: NORMAL. */
  type?: PaymentObject['type'];
  customerKey?: string;
  taxFreeAmount?: bigint | undefined;
  taxExemptionAmount?: bigint | undefined;
  useEscrow?: boolean | undefined;
  cultureExpense?: boolean | undefined;
  /** Default: KRW. */
  currency?: PaymentRow['currency'] | undefined;
  country?: string;
  /** False: the payment can only be canceled as a whole. */
  isPartialCancelable?: boolean;
  metadata?: Record<string, string> | undefined;
  refuseWith?: ProviderErrorCode | undefined;
  /** The buyer has already been through the window. */
  isAuthenticated?: boolean;
}>;

export const minutesAfter = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);

/** Stores a new payment: READY, or IN_PROGRESS when the buyer has authenticated. */
export async function openPayment(call: Call, opened: OpenedPayment): Promise<PaymentRow> {
  const taxFreeAmount = opened.taxFreeAmount ?? 0n;
  const taxExemptionAmount = opened.taxExemptionAmount ?? 0n;
  const isWithin = taxFreeAmount + taxExemptionAmount <= opened.amount;
  if (!isWithin) throw new Refused('INVALID_REQUEST', { about: ['taxFreeAmount'] });
  const { isAuthenticated = false } = opened;
  // The key ends in five characters; with the clock standing still, two payments of one second may draw the same ones.
  for (let attempt = 0; attempt < KEY_ATTEMPTS_MAX; attempt += 1) {
    const [row] = await call.sql.rows<PaymentRow>(INSERT, [
      newPaymentKey(call),
      opened.orderId,
      opened.orderName,
      opened.method,
      isAuthenticated ? 'IN_PROGRESS' : 'READY',
      opened.amount,
      taxFreeAmount,
      call.now,
      minutesAfter(call.now, isAuthenticated ? CONFIRM_MINUTES : OPEN_MINUTES),
      `ps_${randomText(27)}`,
      storeDetails(opened.details),
      opened.metadata ? JSON.stringify(opened.metadata) : null,
      opened.refuseWith ?? null,
      opened.type ?? 'NORMAL',
      opened.customerKey ?? null,
      taxExemptionAmount,
      opened.useEscrow ?? false,
      opened.cultureExpense ?? false,
      opened.currency ?? 'KRW',
      opened.country ?? 'KR',
      isPartialCancelable(opened),
    ]);
    if (row) return row;
  }
  throw new Error('No free payment key was found');
}

const KEY_ATTEMPTS_MAX = 5;

/** A card payment with a part excluded from tax cannot be canceled in part (document 1 section 2.1). */
const isPartialCancelable = (opened: OpenedPayment): boolean =>
  (opened.isPartialCancelable ?? true) && !(opened.method === '카드' && (opened.taxExemptionAmount ?? 0n) > 0n);

const INSERT = `insert into payment (payment_key, order_id, order_name, method, status, total_amount, balance_amount, tax_free_amount,
    requested_at, expires_at, secret, details, metadata, refuse_with,
    type, customer_key, tax_exemption_amount, use_escrow, culture_expense, currency, country, is_partial_cancelable)
  values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
  on conflict (payment_key) do nothing returning ${PAYMENT_COLUMNS}`;

/** Merchant, second in Seoul, five characters: the form of real keys. */
const newPaymentKey = ({ world, now }: Call): string =>
  `${world.env.M_ID}${seoulIso(now).slice(0, 19).replace(/\D/g, '')}${randomText(5)}`;
