import { WonNumber } from '@jeongsan/money';
import { metadata, MobilePhoneNumber, PaymentCard, PaymentCurrency } from '@jeongsan/provider-contract';
import { z } from 'zod';

const { issuerCode, cardType, ownerType, useCardPoint, interestPayer } = PaymentCard.shape;

/** NOT PART OF THE PROVIDER. What a simulated buyer chooses in the payment window: every shape a payment can take. */
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
      /** Who bears the interest of an installment; BUYER: it is not free. */
      interestPayer: interestPayer.unwrap(),
      installmentPlanMonths: z.int().min(0).max(99),
      /** Of a company abroad: no part of the payment can be canceled. */
      isForeign: z.boolean(),
    })
    .partial()
    .optional(),
  /** Easy pay: what its card and its points pay; the rest comes from the registered account. */
  easyPay: z
    .object({ provider: z.string().max(30), cardAmount: WonNumber, discountAmount: WonNumber })
    .partial()
    .optional(),
  /** Instant discount of the card company or the bank, part of the amount. */
  discountAmount: WonNumber.optional(),
  bankCode: z.string().max(3).optional(),
  customerMobilePhone: MobilePhoneNumber.optional(),
});
