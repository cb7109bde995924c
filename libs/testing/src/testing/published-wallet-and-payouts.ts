/** The objects of document 2, transcribed from the document alone; the envelope is of the provider's general pages. */
import {
  boolean,
  date,
  hidden,
  instant,
  integer,
  list,
  map,
  nullable,
  number,
  object,
  type Published,
  text,
  words,
} from './published.js';
import { cardDiscount, cardInterestFree, cardPoint } from './published-promotions.js';

/** Section 2.1. */
export const terms = object('Terms', {
  id: integer,
  title: text(),
  version: text(),
  url: text(),
  required: boolean,
  agreed: boolean,
});

/** Section 4, POST /v1/wallet/terms/agree. */
export const agreement = object('Agreement', { code: text() });

/** Section 2.2. */
export const accessToken = object('AccessToken', {
  accessToken: text(),
  tokenType: words('bearer'),
  refreshToken: text(),
  expiresIn: integer,
});

const methodStatus = words('ENABLED', 'DISABLED');
const color = object('color', { background: text(), text: text() });

/** Section 2.4. */
export const walletCard = object('WalletCard', {
  id: text(),
  methodKey: text(),
  alias: text(),
  cardName: text(),
  cardNumber: text(),
  issuerCode: text(),
  acquirerCode: text(),
  ownerType: words('개인', '법인'),
  cardType: words('신용', '체크', '기프트'),
  installmentMinimumAmount: integer,
  registeredAt: instant,
  status: methodStatus,
  icon: text(),
  iconUrl: text(),
  cardImgUrl: text(),
  color,
  promotions: list(
    object('WalletCard.promotions', {
      type: words('CARD_DISCOUNT', 'CARD_INTEREST_FREE', 'CARD_POINT'),
      cardDiscount: nullable(cardDiscount),
      cardInterestFree: nullable(cardInterestFree),
      cardPoint: nullable(cardPoint),
    }),
  ),
});

const offer = { dueDate: date, minimumPaymentAmount: number };
const discount = {
  ...offer,
  discountAmount: number,
  balance: number,
  discountCode: text(),
  maximumPaymentAmount: number,
};

/** Section 2.5. */
export const walletAccount = object('WalletBankAccount', {
  id: text(),
  methodKey: text(),
  accountName: text(),
  accountNumber: text(),
  alias: text(),
  bankCode: text(),
  icon: text(),
  iconUrl: text(),
  registeredAt: instant,
  status: methodStatus,
  color,
  promotions: list(
    object('WalletBankAccount.promotions', {
      type: words('BANK_DISCOUNT'),
      bankDiscount: object('WalletBankAccount.promotions.bankDiscount', {
        bankCode: text(),
        currency: text(),
        ...discount,
      }),
    }),
  ),
});

/** Section 2.3. */
export const walletMethod = object('WalletMethod', {
  isIdentified: boolean,
  selectedMethodId: nullable(text()),
  cards: list(walletCard),
  accounts: list(walletAccount),
});

/** Section 2.6. */
export const walletCardPromotion = object('WalletCardPromotion', {
  discountCards: list(object('WalletCardPromotion.discountCards', { companyCode: text(), ...discount })),
  interestFreeCards: list(
    object('WalletCardPromotion.interestFreeCards', {
      companyCode: text(),
      ...offer,
      installmentFreeMonths: list(integer),
    }),
  ),
  pointCards: list(
    object('WalletCardPromotion.pointCards', { companyCode: text(), ...offer, minimumPaymentAmount: integer }),
  ),
});

/** Section 2.6. */
export const walletBankPromotion = object('WalletBankPromotion', {
  discountBanks: list(object('WalletBankPromotion.discountBanks', { bankCode: text(), ...discount })),
});

/** Section 4, POST /v1/wallet/customers/remove. */
export const removedCustomer = object('Removed wallet customer', { customerKey: text(), success: boolean });

const amount = object('Amount', { currency: words('KRW'), value: number });

/** Section 2.7. */
const balance = object('Balance', { pendingAmount: amount, availableAmount: amount });

/** Section 2.8. */
export const seller = object('Seller', {
  id: text(35),
  refSellerId: nullable(text(20)),
  businessType: words('INDIVIDUAL', 'INDIVIDUAL_BUSINESS', 'CORPORATE'),
  company: nullable(
    object('Seller.company', {
      name: text(),
      representativeName: text(),
      businessRegistrationNumber: text(),
      email: text(100),
      phone: text(),
    }),
  ),
  individual: nullable(object('Seller.individual', { name: text(), email: text(100), phone: text() })),
  status: words('APPROVAL_REQUIRED', 'PARTIALLY_APPROVED', 'KYC_REQUIRED', 'APPROVED'),
  account: object('Seller.account', { bankCode: text(3), accountNumber: text(20), holderName: text() }),
  metadata: nullable(map),
});

/** Section 2.9; the fields of the error are not shown. */
export const payout = object('Payout', {
  id: text(35),
  refPayoutId: nullable(text(50)),
  destination: text(),
  scheduleType: words('EXPRESS', 'SCHEDULED'),
  payoutDate: date,
  amount,
  transactionDescription: text(7),
  requestedAt: instant,
  status: words('REQUESTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELED', 'DELETED', 'REJECTED'),
  error: nullable(hidden),
  metadata: nullable(map),
});

const holder = object('Holder of a bank account', { holderName: text() });
const validity = object('Validity of a bank account', { isValid: boolean });

/** The envelope of a v2 success: the provider's general page about answers. */
const entity = (entityType: string, entityBody: Published): Published =>
  object('Envelope', { version: text(), traceId: text(32), entityType: words(entityType), entityBody });
/** Section 2.9. */
const entityList = (entityType: string, item: Published): Published =>
  entity(
    entityType,
    object('List', { hasMore: boolean, size: integer, nextCursor: nullable(text()), items: list(item) }),
  );

export const balanceEntity = entity('balance', balance);
export const sellerEntity = entity('seller', seller);
export const sellerList = entityList('seller-list', seller);
export const payoutEntity = entity('payout', payout);
export const payoutList = entityList('payout-list', payout);
export const deletedSeller = entity('deleted-entity', hidden);
// The entityType of these is not shown.
export const holderName = object('Envelope', {
  version: text(),
  traceId: text(32),
  entityType: text(),
  entityBody: holder,
});
export const isValid = object('Envelope', {
  version: text(),
  traceId: text(32),
  entityType: text(),
  entityBody: validity,
});
/** The provider's general page about answers; the last two members are of real traffic. */
export const v2Error = object('Error of v2', {
  version: text(),
  traceId: text(32),
  error: object('Error of v2.error', { code: text(), message: text() }),
});
