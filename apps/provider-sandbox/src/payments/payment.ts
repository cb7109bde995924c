import {
  Details,
  noDetails,
  type CancelObject,
  type PaymentDetails,
  type PaymentObject,
  type PaymentRow,
} from './payment-row.js';
import { compiled } from '@jeongsan/http-contract';
import { vatIncluded } from '@jeongsan/money';
import { Cancel } from '@jeongsan/provider-contract';
import { z } from 'zod';
import type { Sql } from '../database/sql.js';
import { shownAccount } from '../virtual-accounts/shown-account.js';
import type { World } from '../world.js';
import { settledDetails } from './settled-details.js';

export const PAYMENT_COLUMNS = `payment.payment_key as "paymentKey", payment.type,
  payment.customer_key as "customerKey", payment.order_id as "orderId", payment.order_name as "orderName",
  payment.method, payment.status, payment.total_amount as "totalAmount", payment.balance_amount as "balanceAmount",
  payment.tax_free_amount as "taxFreeAmount", payment.tax_exemption_amount as "taxExemptionAmount",
  payment.use_escrow as "useEscrow", payment.culture_expense as "cultureExpense",
  payment.currency, payment.country, payment.is_partial_cancelable as "isPartialCancelable", payment.fees,
  payment.capture_on as "captureOn", payment.paid_out_on as "paidOutOn",
  payment.requested_at as "requestedAt",
  payment.approved_at as "approvedAt", payment.expires_at as "expiresAt", payment.last_transaction_key as "lastTransactionKey",
  payment.secret, payment.details, payment.cancels, payment.failure, payment.metadata, payment.refuse_with as "refuseWith"`;

export async function findPayment(sql: Sql, paymentKey: string): Promise<PaymentRow | undefined> {
  const [row] = await sql.rows<PaymentRow>(`select ${PAYMENT_COLUMNS} from payment where payment_key = $1`, [
    paymentKey,
  ]);
  return row;
}

/** Reads a payment and locks it until the transaction ends. */
export async function lockPayment(sql: Sql, paymentKey: string): Promise<PaymentRow | undefined> {
  const [row] = await sql.rows<PaymentRow>(`select ${PAYMENT_COLUMNS} from payment where payment_key = $1 for update`, [
    paymentKey,
  ]);
  return row;
}

/**
 * Reads and locks many payments. Skips those locked by another transaction, so that groups never wait for each other.
 */
export const lockFreePayments = (sql: Sql, paymentKeys: readonly string[]): Promise<PaymentRow[]> =>
  sql.rows<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payment where payment_key = any($1::text[]) for update skip locked`,
    [paymentKeys],
  );

const alreadyRead = new WeakMap<object, PaymentDetails>();
/**
 * Parses the stored details. The result is cached by row, because a row is read several times during an approval and
 * parsing is slow.
 */
export function readDetails(stored: unknown): PaymentDetails {
  const known = alreadyRead.get(stored as object);
  if (known) return known;
  const details = compiled(Details).parse(stored);
  alreadyRead.set(stored as object, details);
  return details;
}
export const storeDetails = (details: PaymentDetails): string => JSON.stringify(z.encode(Details, details));

const Cancels = z.array(Cancel);
export const readCancels = (stored: unknown): CancelObject[] | null =>
  stored === null ? null : compiled(Cancels).parse(stored);
export const storeCancels = (cancels: CancelObject[]): string => JSON.stringify(z.encode(Cancels, cancels));

const withUrl = <R extends { receiptKey: string }>(receipt: R, shop: World['shop']): R & { receiptUrl: string } => ({
  ...receipt,
  receiptUrl: shop.receiptUrl(receipt.receiptKey),
});

/** The provider's Payment object (document 1 section 2.1) at an instant, by default now. */
export function paymentOf(row: PaymentRow, { env, clock, shop }: World, at: Date = clock.now()): PaymentObject {
  // ASSUMED: the remaining vat and supply amounts are computed from the remaining amount, so that they always add up.
  const taxable = row.balanceAmount - row.taxExemptionAmount;
  const { supplied, vat } = vatIncluded(taxable, row.taxFreeAmount);
  // The details of the bank or card company are shown after the buyer has been through the window, and not for an
  // expired payment.
  const isUnpaid = row.status === 'READY' || row.status === 'EXPIRED';
  const known = isUnpaid ? noDetails : readDetails(row.details);
  const cancels = readCancels(row.cancels);
  const details = settledDetails(known, row, cancels, at);
  const isOpen = row.status === 'READY' || row.status === 'IN_PROGRESS' || row.status === 'WAITING_FOR_DEPOSIT';
  // Members are listed one by one, because copying an object and adding thirty members is the slowest step of an
  // answer.
  return {
    card: details.card,
    easyPay: details.easyPay,
    transfer: details.transfer,
    mobilePhone: details.mobilePhone && { ...details.mobilePhone, receiptUrl: shop.receiptUrl(row.paymentKey) },
    giftCertificate: details.giftCertificate,
    virtualAccount: shownAccount(details.virtualAccount, row, at),
    cashReceipt: details.cashReceipt && withUrl(details.cashReceipt, shop),
    cashReceipts: details.cashReceipts && details.cashReceipts.map((receipt) => withUrl(receipt, shop)),
    discount: details.discount,
    version: env.API_VERSION,
    paymentKey: row.paymentKey,
    type: row.type,
    orderId: row.orderId,
    orderName: row.orderName,
    mId: env.M_ID,
    currency: row.currency,
    method: row.method,
    totalAmount: row.totalAmount,
    balanceAmount: row.balanceAmount,
    status: row.status,
    requestedAt: row.requestedAt,
    approvedAt: row.approvedAt,
    useEscrow: row.useEscrow,
    lastTransactionKey: row.lastTransactionKey,
    transactionKey: row.lastTransactionKey,
    suppliedAmount: supplied,
    vat,
    cultureExpense: row.cultureExpense,
    taxFreeAmount: row.taxFreeAmount,
    taxExemptionAmount: row.taxExemptionAmount,
    cancels,
    isPartialCancelable: row.isPartialCancelable,
    secret: row.secret,
    metadata: row.metadata,
    receipt: row.approvedAt && { url: shop.receiptUrl(row.paymentKey) },
    checkout: isOpen || row.approvedAt ? { url: shop.windowUrl(row.paymentKey) } : null,
    easyPayAmount: details.easyPay?.amount ?? 0n,
    easyPayDiscountAmount: details.easyPay?.discountAmount ?? 0n,
    country: row.country,
    failure: row.failure,
  };
}
