import {
  Cancel,
  Payment,
  type PaymentCurrency,
  type PaymentMethodName,
  type PaymentStatus,
  type ProviderErrorCode,
} from '@jeongsan/provider-contract';
import type { z } from 'zod';

export type PaymentObject = z.output<typeof Payment>;
export type CancelObject = z.output<typeof Cancel>;

/** The members of a Payment that depend on the payment's method; null for other methods. */
export const Details = Payment.pick({
  card: true,
  easyPay: true,
  transfer: true,
  mobilePhone: true,
  giftCertificate: true,
  virtualAccount: true,
  cashReceipt: true,
  cashReceipts: true,
  discount: true,
});
type PaymentCurrencyName = z.output<typeof PaymentCurrency>;
export type PaymentDetails = z.output<typeof Details>;
export const noDetails: PaymentDetails = {
  card: null,
  easyPay: null,
  transfer: null,
  mobilePhone: null,
  giftCertificate: null,
  virtualAccount: null,
  cashReceipt: null,
  cashReceipts: null,
  discount: null,
};

/**
 * The fee amounts, one for each type in the order of the types; the database adds them up and compares the sum with the
 * fee.
 */
export type StoredFees = readonly (bigint | string)[];

/** A stored payment; balanceAmount and the tax parts are the remaining amounts. */
export type PaymentRow = Readonly<{
  paymentKey: string;
  type: PaymentObject['type'];
  /** The customer key if the merchant names one: in billing and wallet payments. */
  customerKey: string | null;
  orderId: string;
  orderName: string;
  method: PaymentMethodName;
  status: PaymentStatus;
  totalAmount: bigint;
  balanceAmount: bigint;
  taxFreeAmount: bigint;
  taxExemptionAmount: bigint;
  useEscrow: boolean;
  cultureExpense: boolean;
  currency: PaymentCurrencyName;
  /** The country of the payment: the country of the easy-pay provider for a payment abroad, otherwise KR. */
  country: string;
  isPartialCancelable: boolean;
  /** The fees of the approval, one amount per type. */
  fees: StoredFees;
  /**
   * The date on which the card company is asked for the money; null after the approval: when the merchant requests the
   * settlement.
   */
  captureOn: string | null;
  /** The date on which the merchant is paid for the approval; null while unknown. */
  paidOutOn: string | null;
  requestedAt: Date;
  approvedAt: Date | null;
  /** The time at which the payment expires unless its next step comes first. */
  expiresAt: Date | null;
  lastTransactionKey: string | null;
  secret: string;
  details: unknown;
  cancels: unknown;
  failure: { code: string; message: string } | null;
  metadata: Record<string, string> | null;
  refuseWith: ProviderErrorCode | null;
}>;
