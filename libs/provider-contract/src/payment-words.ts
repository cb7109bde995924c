import type { PaymentMethodName } from './payment.objects.js';

// prettier-ignore
/** English names of payment methods that requests may use instead of the Korean ones. */
export const englishMethods = {
  CARD:                      '카드',
  VIRTUAL_ACCOUNT:           '가상계좌',
  EASY_PAY:                  '간편결제',
  FOREIGN_EASY_PAY:          '간편결제',
  MOBILE_PHONE:              '휴대폰',
  TRANSFER:                  '계좌이체',
  CULTURE_GIFT_CERTIFICATE:  '문화상품권',
  BOOK_GIFT_CERTIFICATE:     '도서문화상품권',
  GAME_GIFT_CERTIFICATE:     '게임문화상품권',
} as const satisfies Record<string, PaymentMethodName>;
export type EnglishMethod = keyof typeof englishMethods;

/** The Korean name of a method that an answer names in either language (`Accept-Language`), or any other text as it is; null: no method. */
export const koreanMethod = (method: string | null | undefined): string | null =>
  method && Object.hasOwn(englishMethods, method) ? englishMethods[method as EnglishMethod] : method || null;

// prettier-ignore
/** Easy-pay providers: Korean name in answers, English name in requests. */
export const easyPayProviders = {
  토스페이:   'TOSSPAY',
  네이버페이: 'NAVERPAY',
  삼성페이:   'SAMSUNGPAY',
  엘페이:     'LPAY',
  카카오페이: 'KAKAOPAY',
  페이코:     'PAYCO',
  LG페이:     'LGPAY',
  SSG페이:    'SSG',
  애플페이:   'APPLEPAY',
  핀페이:     'PINPAY',
} as const;

// ASSUMED: PayPal takes dollars only and cancels at once (document 1 sections 2.2 and 4); the others cancel asynchronously.
/** Foreign easy-pay providers: accepted currencies, country of the buyers, and whether cancels are asynchronous. */
// prettier-ignore
export const overseasEasyPayProviders = {
  PAYPAL:  { currencies: ['USD'],        country: 'US', cancelsLater: false },
  ALIPAY:  { currencies: ['USD', 'KRW'], country: 'CN', cancelsLater: true },
  GCASH:   { currencies: ['USD', 'KRW'], country: 'PH', cancelsLater: true },
  PAYPAY:  { currencies: ['JPY', 'USD'], country: 'JP', cancelsLater: true },
} as const satisfies Record<string, { currencies: readonly ('KRW' | 'USD' | 'JPY')[]; country: string; cancelsLater: boolean }>;
