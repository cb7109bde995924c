import { WonNumber } from '@jeongsan/money';
import {
  BankName,
  metadata,
  MobilePhoneNumber,
  PaymentCard,
  PaymentCurrency,
  ReceiptRequest,
  RefundReceiveAccount,
} from '@jeongsan/provider-contract';
import { z } from 'zod';

const { issuerCode, cardType, ownerType, useCardPoint, interestPayer } = PaymentCard.shape;

/** NOT PART OF THE PROVIDER. The choices of a simulated buyer in the payment window: every form that a payment can take. */
export const BuyerChoices = z.object({
  taxExemptionAmount: WonNumber.optional(),
  useEscrow: z.boolean().optional(),
  cultureExpense: z.boolean().optional(),
  metadata: metadata(500).optional(),
  currency: PaymentCurrency.optional(),
  card: z
    .object({
      issuerCode,
      cardType,
      ownerType,
      useCardPoint,
      /** The party that pays the interest of an installment. BUYER: not interest-free. */
      interestPayer: interestPayer.unwrap(),
      installmentPlanMonths: z.int().min(0).max(99),
      /** A card of a foreign company: its payments cannot be partially canceled. */
      isForeign: z.boolean(),
    })
    .partial()
    .optional(),
  /** Easy pay: won paid by card and by points; the registered account pays the rest. */
  easyPay: z
    .object({ provider: z.string().max(30), cardAmount: WonNumber, discountAmount: WonNumber })
    .partial()
    .optional(),
  /** Won of an instant discount by the card company or the bank, included in the amount. */
  discountAmount: WonNumber.optional(),
  bankCode: z.string().max(3).optional(),
  customerMobilePhone: MobilePhoneNumber.optional(),
});

/** NOT PART OF THE PROVIDER. The input of a simulated buyer who pays into a virtual account. */
export const DepositorChoices = z.object({
  /** Defaults: 신한, and a made-up name; in a payment link, the name of the order's customer. */
  virtualAccount: z
    .object({
      bank: BankName,
      customerName: z.string().min(1).max(100),
      refundReceiveAccount: RefundReceiveAccount,
    })
    .partial()
    .optional(),
  /** The receipt that a buyer requests for a bank transfer or a virtual account. */
  cashReceipt: ReceiptRequest.optional(),
});
