import { SeoulInstant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { walletMethodStatuses } from './lifecycles.js';
import { CardDiscount, CardInterestFree, CardPoint, DiscountCode } from './promotions.contract.js';
import { decisive } from './reading.js';

/** A customer key of the wallet; shorter than those of recurring billing (document 2 section 8). */
export const WalletCustomerKey = z
  .string()
  .regex(/^[A-Za-z0-9\-_=.@]{2,50}$/, '2 to 50 letters, digits, -, _, =, . or @');
export const MethodKey = z.string().min(1).max(200);

export const walletScopes = ['REGISTER', 'ACCOUNT', 'BILLING', 'CARD'] as const;
export type WalletScope = (typeof walletScopes)[number];
/** The subject of a scope item: the customer's registration, or a payment method. */
export const walletScopeKinds = {
  REGISTER: 'registration',
  // ASSUMED: BILLING (automatic payments) is the other registration item, CARD and ACCOUNT are the payment-method items.
  BILLING: 'registration',
  CARD: 'method',
  ACCOUNT: 'method',
} as const satisfies Record<WalletScope, string>;

// ASSUMED: "at most 2" allows one item alone; two of a kind are refused.
/** At most one registration item and one payment-method item. */
export const WalletScopes = z
  .array(z.enum(walletScopes))
  .min(1)
  .max(2)
  .refine((scope) => new Set(scope.map((item) => walletScopeKinds[item])).size === scope.length, 'One item of a kind');
/** In a query string: repeated, or separated by commas. */
export const WalletScopesText = z.codec(z.union([z.string(), z.array(z.string())]), WalletScopes, {
  decode: (texts) => [texts].flat().flatMap((text) => text.split(',').map((item) => item.trim())) as WalletScope[],
  encode: (scope) => scope.join(','),
});

/** Document 2 section 2.1. */
export const WalletTerms = decisive(
  z.object({
    id: z.int(),
    title: z.string(),
    version: z.string(),
    url: z.string(),
    required: z.boolean(),
    agreed: z.boolean(),
  }),
  ['id', 'required'],
);

/** An access token (document 2 section 2.2). Lifetime in seconds. */
export const WalletToken = decisive(
  z.object({
    accessToken: z.string(),
    tokenType: z.literal('bearer'),
    refreshToken: z.string(),
    expiresIn: z.int(),
  }),
  ['accessToken'],
);

const color = z.object({ background: z.string(), text: z.string() });
const status = z.enum(walletMethodStatuses);

/** A card company's discount for payments with its cards (document 1 section 2.9). */
export const WalletCardPromotionItem = z.object({
  type: z.enum(['CARD_DISCOUNT', 'CARD_INTEREST_FREE', 'CARD_POINT']),
  cardDiscount: CardDiscount.nullable(),
  cardInterestFree: CardInterestFree.nullable(),
  cardPoint: CardPoint.nullable(),
});

const offer = { dueDate: z.iso.date(), minimumPaymentAmount: WonNumber };
const discount = {
  ...offer,
  discountAmount: WonNumber,
  /** Remaining budget in won; 0: the discount no longer applies. */
  balance: WonNumber,
  discountCode: DiscountCode,
  maximumPaymentAmount: WonNumber,
};

/** A bank's discount for payments from its accounts (document 2 section 2.5). */
export const WalletBankPromotionItem = z.object({
  type: z.literal('BANK_DISCOUNT'),
  bankDiscount: z.object({ bankCode: z.string(), currency: z.literal('KRW'), ...discount }),
});

/** Document 2 section 2.4. */
export const WalletCard = decisive(
  z.object({
    id: z.string(),
    methodKey: MethodKey,
    alias: z.string(),
    cardName: z.string(),
    cardNumber: z.string(),
    issuerCode: z.string(),
    acquirerCode: z.string(),
    ownerType: z.enum(['개인', '법인']),
    cardType: z.enum(['신용', '체크', '기프트']),
    installmentMinimumAmount: WonNumber,
    registeredAt: SeoulInstant,
    status,
    icon: z.string().startsWith('icn-bank-square-'),
    iconUrl: z.string(),
    cardImgUrl: z.string(),
    color,
    promotions: z.array(WalletCardPromotionItem),
  }),
  ['methodKey'],
);

/** Document 2 section 2.5. */
export const WalletBankAccount = decisive(
  z.object({
    id: z.string(),
    methodKey: MethodKey,
    accountName: z.string(),
    accountNumber: z.string(),
    alias: z.string(),
    bankCode: z.string(),
    icon: z.string(),
    iconUrl: z.string(),
    registeredAt: SeoulInstant,
    status,
    color,
    promotions: z.array(WalletBankPromotionItem),
  }),
  ['methodKey'],
);

/** Document 2 section 2.3. */
export const WalletMethod = z.object({
  isIdentified: z.boolean(),
  selectedMethodId: z.string().nullable(),
  cards: z.array(WalletCard),
  accounts: z.array(WalletBankAccount),
});

/** Document 2 section 2.6; companyCode is the acquirer's. */
export const WalletCardPromotion = z.object({
  discountCards: z.array(z.object({ companyCode: z.string(), ...discount })),
  interestFreeCards: z.array(z.object({ companyCode: z.string(), ...offer, installmentFreeMonths: z.array(z.int()) })),
  pointCards: z.array(z.object({ companyCode: z.string(), ...offer })),
});
/** Document 2 section 2.6. */
export const WalletBankPromotion = z.object({
  discountBanks: z.array(z.object({ bankCode: z.string(), ...discount })),
});
