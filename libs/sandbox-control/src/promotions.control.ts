import { endpoint } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { paymentTypes, BankDiscount, CardDiscount, CardInterestFree, CardPoint } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { control } from './control-endpoint.js';

const common = {
  payType: z.enum(paymentTypes),
  /** The last month; null: renewed every month, so that the promotion always ends with the current month. */
  dueDate: z.iso.date().nullable(),
};

/** One promotion in requests and answers of /control. A bank's discount has either an amount or a rate. */
export const PromotionSetting = z
  .discriminatedUnion('type', [
    CardDiscount.omit({ currency: true }).extend({ ...common, type: z.literal('CARD_DISCOUNT') }),
    CardInterestFree.omit({ currency: true }).extend({ ...common, type: z.literal('CARD_INTEREST_FREE') }),
    CardPoint.omit({ currency: true }).extend({ ...common, type: z.literal('CARD_POINT') }),
    BankDiscount.omit({ currency: true }).extend({ ...common, type: z.literal('BANK_DISCOUNT'), balance: WonNumber }),
  ])
  .refine(
    (setting) =>
      setting.type !== 'BANK_DISCOUNT' || (setting.discountAmount === null) !== (setting.discountRate === null),
    'Either an amount or a rate',
  );
const Promotions = z.object({ promotions: z.array(PromotionSetting).max(500) });

export const promotionControl = {
  readPromotions: endpoint({
    ...control,
    method: 'GET',
    path: '/control/promotions',
    summary: 'Every promotion there is, also those that are over.',
    success: { status: 200, body: Promotions },
  }),
  changePromotions: endpoint({
    ...control,
    method: 'PUT',
    path: '/control/promotions',
    summary: 'Replace every promotion by these.',
    body: Promotions,
    success: { status: 200, body: Promotions },
  }),
} as const;
