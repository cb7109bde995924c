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

/** What belongs to the method a payment was made with: members of the Payment, null where they do not apply. */
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

/** One amount for each type, in their order: what the database adds up and compares with the fee. */
export type StoredFees = readonly (bigint | string)[];

/** A payment as it is stored; amounts are what is left of them. */
export type PaymentRow = Readonly<{
  paymentKey: string;
  type: PaymentObject['type'];
  /** The buyer, where the merchant names one: billing and wallet payments. */
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
  /** Where the payment was made: that of an easy-pay provider abroad, else Korea. */
  country: string;
  isPartialCancelable: boolean;
  /** What the approval cost the merchant, line by line. */
  fees: StoredFees;
  /** When the card company is asked for the money; null once approved: when the merchant asks for it. */
  captureOn: string | null;
  /** When the merchant is paid for the approval; null until that is known. */
  paidOutOn: string | null;
  requestedAt: Date;
  approvedAt: Date | null;
  /** When the payment expires unless the next step comes first. */
  expiresAt: Date | null;
  lastTransactionKey: string | null;
  secret: string;
  details: unknown;
  cancels: unknown;
  failure: { code: string; message: string } | null;
  metadata: Record<string, string> | null;
  refuseWith: ProviderErrorCode | null;
}>;
